DROP TRIGGER IF EXISTS "file_use_insert" ON "site";
DROP TRIGGER IF EXISTS "file_use_update" ON "site";
DROP TRIGGER IF EXISTS "file_use_delete" ON "site";
CREATE TABLE "quick_action" (
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
	"opens" text,
	"page" text,
	"action" text,
	"link" text,
	"position" numeric(20, 6),
	CONSTRAINT "quick_action_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "site" ADD COLUMN "trusted_hosts" text;
CREATE INDEX "quick_action_by_created_at" ON "quick_action" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "quick_action_trash" ON "quick_action" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "quick_action_facets" ON "quick_action" USING btree ("tenant_id","opens" NULLS FIRST,"position" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "quick_action_search" ON "quick_action" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "quick_action" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "quick_action" SET (toast_tuple_target = 256);
ALTER TABLE "quick_action" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "quick_action" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "quick_action" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "quick_action" TO meridian_app; END IF; END $$;
ALTER TABLE "quick_action" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "quick_action" FORCE ROW LEVEL SECURITY;
CREATE POLICY "quick_action_tenant" ON "quick_action" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "quick_action" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."opens", NEW."page", NEW."action", NEW."link")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "quick_action" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."opens", OLD."page", OLD."action", OLD."link")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."opens", NEW."page", NEW."action", NEW."link")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "quick_action" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."opens", OLD."page", OLD."action", OLD."link")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "site" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."description", NEW."default_language", NEW."menu", NEW."menu_name", NEW."menu_below", NEW."links", NEW."footer", NEW."legal", NEW."disclaimer", NEW."contact_url", NEW."trusted_hosts", NEW."aliases")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "site" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."description", OLD."default_language", OLD."menu", OLD."menu_name", OLD."menu_below", OLD."links", OLD."footer", OLD."legal", OLD."disclaimer", OLD."contact_url", OLD."trusted_hosts", OLD."aliases")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."description", NEW."default_language", NEW."menu", NEW."menu_name", NEW."menu_below", NEW."links", NEW."footer", NEW."legal", NEW."disclaimer", NEW."contact_url", NEW."trusted_hosts", NEW."aliases")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "site" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."description", OLD."default_language", OLD."menu", OLD."menu_name", OLD."menu_below", OLD."links", OLD."footer", OLD."legal", OLD."disclaimer", OLD."contact_url", OLD."trusted_hosts", OLD."aliases")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
