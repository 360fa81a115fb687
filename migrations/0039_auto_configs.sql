CREATE TABLE "auto_config" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"config_type" text,
	"name" text,
	"value" text,
	"secret_keys" jsonb,
	"audience" text,
	"sort_order" numeric(20, 6),
	"secrets" text,
	CONSTRAINT "auto_config_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "auto_config_by_created_at" ON "auto_config" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "auto_config_trash" ON "auto_config" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "auto_config_facets" ON "auto_config" USING btree ("tenant_id","audience" NULLS FIRST,"sort_order" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "auto_config_search" ON "auto_config" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "auto_config" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "auto_config" SET (toast_tuple_target = 256);
ALTER TABLE "auto_config" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "auto_config" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "auto_config" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "auto_config" TO meridian_app; END IF; END $$;
ALTER TABLE "auto_config" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "auto_config" FORCE ROW LEVEL SECURITY;
CREATE POLICY "auto_config_tenant" ON "auto_config" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "auto_config" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."config_type", NEW."name", NEW."value", NEW."secret_keys", NEW."audience", NEW."secrets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "auto_config" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."config_type", OLD."name", OLD."value", OLD."secret_keys", OLD."audience", OLD."secrets")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."config_type", NEW."name", NEW."value", NEW."secret_keys", NEW."audience", NEW."secrets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "auto_config" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."config_type", OLD."name", OLD."value", OLD."secret_keys", OLD."audience", OLD."secrets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
