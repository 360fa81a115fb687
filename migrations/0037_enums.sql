CREATE TABLE "enum" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"title" jsonb,
	"name" text,
	"key_value" jsonb,
	"is_public" boolean,
	CONSTRAINT "enum_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "enum_by_created_at" ON "enum" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "enum_by_name" ON "enum" USING btree ("tenant_id","name" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "enum_trash" ON "enum" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "enum_facets" ON "enum" USING btree ("tenant_id","is_public" NULLS FIRST,"name" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "enum_one_name" ON "enum" USING btree ("tenant_id","name") WHERE deleted_at is null;
CREATE INDEX "enum_search" ON "enum" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "enum" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "enum" SET (toast_tuple_target = 256);
ALTER TABLE "enum" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "enum" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "enum" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "enum" TO meridian_app; END IF; END $$;
ALTER TABLE "enum" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "enum" FORCE ROW LEVEL SECURITY;
CREATE POLICY "enum_tenant" ON "enum" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "enum" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."title", NEW."name", NEW."key_value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "enum" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."title", OLD."name", OLD."key_value")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."title", NEW."name", NEW."key_value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "enum" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."title", OLD."name", OLD."key_value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
