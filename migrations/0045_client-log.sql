CREATE TABLE "client_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"message" text,
	"browser" text,
	"is_resolved" boolean,
	"note" text,
	CONSTRAINT "client_log_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "client_log_by_created_at" ON "client_log" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "client_log_trash" ON "client_log" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "client_log_facets" ON "client_log" USING btree ("tenant_id","is_resolved" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "client_log_search" ON "client_log" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "client_log" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "client_log" SET (toast_tuple_target = 256);
ALTER TABLE "client_log" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "client_log" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "client_log" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "client_log" TO meridian_app; END IF; END $$;
ALTER TABLE "client_log" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "client_log" FORCE ROW LEVEL SECURITY;
CREATE POLICY "client_log_tenant" ON "client_log" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "client_log" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."message", NEW."browser", NEW."note")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "client_log" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."message", OLD."browser", OLD."note")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."message", NEW."browser", NEW."note")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "client_log" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."message", OLD."browser", OLD."note")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
