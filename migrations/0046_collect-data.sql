CREATE TABLE "collect_data" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" jsonb,
	"table_name" text,
	"base" text,
	"columns" jsonb,
	"conditions" jsonb,
	"max_rows" numeric(20, 6),
	"readers" text,
	CONSTRAINT "collect_data_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "collect_data_by_created_at" ON "collect_data" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "collect_data_trash" ON "collect_data" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "collect_data_facets" ON "collect_data" USING btree ("tenant_id","readers" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "collect_data_one_table_name" ON "collect_data" USING btree ("tenant_id","table_name") WHERE deleted_at is null;
CREATE INDEX "collect_data_search" ON "collect_data" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "collect_data" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "collect_data" SET (toast_tuple_target = 256);
ALTER TABLE "collect_data" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "collect_data" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "collect_data" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "collect_data" TO meridian_app; END IF; END $$;
ALTER TABLE "collect_data" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "collect_data" FORCE ROW LEVEL SECURITY;
CREATE POLICY "collect_data_tenant" ON "collect_data" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "collect_data" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."table_name", NEW."base", NEW."columns", NEW."conditions", NEW."readers")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "collect_data" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."table_name", OLD."base", OLD."columns", OLD."conditions", OLD."readers")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."table_name", NEW."base", NEW."columns", NEW."conditions", NEW."readers")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "collect_data" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."table_name", OLD."base", OLD."columns", OLD."conditions", OLD."readers")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
