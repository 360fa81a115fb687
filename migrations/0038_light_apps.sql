DROP TRIGGER IF EXISTS "file_use_insert" ON "entity_definition";
DROP TRIGGER IF EXISTS "file_use_update" ON "entity_definition";
DROP TRIGGER IF EXISTS "file_use_delete" ON "entity_definition";
DROP TRIGGER IF EXISTS "file_use_insert" ON "record";
DROP TRIGGER IF EXISTS "file_use_update" ON "record";
DROP TRIGGER IF EXISTS "file_use_delete" ON "record";
CREATE TABLE "light_app" (
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
	"definition" text,
	"state" text,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "light_app_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "entity_definition" ADD COLUMN "removed_fields" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "entity_definition" ADD COLUMN "unpublished_at" timestamp (3) with time zone;
ALTER TABLE "record" ADD COLUMN "removed_data" jsonb DEFAULT '{}'::jsonb NOT NULL;
CREATE INDEX "light_app_by_created_at" ON "light_app" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "light_app_trash" ON "light_app" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "light_app_facets" ON "light_app" USING btree ("tenant_id","state" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "light_app_one_table_name" ON "light_app" USING btree ("tenant_id","table_name") WHERE deleted_at is null;
CREATE INDEX "light_app_search" ON "light_app" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "light_app" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "light_app" SET (toast_tuple_target = 256);
ALTER TABLE "light_app" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "light_app" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "light_app" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "light_app" TO meridian_app; END IF; END $$;
ALTER TABLE "light_app" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "light_app" FORCE ROW LEVEL SECURITY;
CREATE POLICY "light_app_tenant" ON "light_app" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "light_app" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."table_name", NEW."definition", NEW."state")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "light_app" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."table_name", OLD."definition", OLD."state")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."table_name", NEW."definition", NEW."state")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "light_app" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."table_name", OLD."definition", OLD."state")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "entity_definition" FOR EACH ROW WHEN (ROW(NEW."type", NEW."definition", NEW."field_times", NEW."removed_fields")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "entity_definition" FOR EACH ROW WHEN (ROW(OLD."type", OLD."definition", OLD."field_times", OLD."removed_fields")::text LIKE '%files%' OR ROW(NEW."type", NEW."definition", NEW."field_times", NEW."removed_fields")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "entity_definition" FOR EACH ROW WHEN (ROW(OLD."type", OLD."definition", OLD."field_times", OLD."removed_fields")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "record" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."data", NEW."removed_data")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "record" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."data", OLD."removed_data")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."data", NEW."removed_data")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "record" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."data", OLD."removed_data")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
