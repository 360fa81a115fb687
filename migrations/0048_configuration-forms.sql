CREATE TABLE "config_form" (
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
	"config_type" text,
	"definition" text,
	"secret_keys" jsonb,
	CONSTRAINT "config_form_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "config_form_by_created_at" ON "config_form" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "config_form_trash" ON "config_form" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE UNIQUE INDEX "config_form_one_config_type" ON "config_form" USING btree ("tenant_id","config_type") WHERE deleted_at is null;
CREATE INDEX "config_form_search" ON "config_form" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "config_form" SET (toast_tuple_target = 256);
ALTER TABLE "config_form" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "config_form" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "config_form" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "config_form" TO meridian_app; END IF; END $$;
ALTER TABLE "config_form" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "config_form" FORCE ROW LEVEL SECURITY;
CREATE POLICY "config_form_tenant" ON "config_form" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "config_form" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."config_type", NEW."definition", NEW."secret_keys")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "config_form" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."config_type", OLD."definition", OLD."secret_keys")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."config_type", NEW."definition", NEW."secret_keys")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "config_form" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."config_type", OLD."definition", OLD."secret_keys")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
