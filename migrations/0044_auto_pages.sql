CREATE TABLE "auto_page" (
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
	"page_type" text,
	"kind" text,
	"audience" text,
	"roles" jsonb,
	"intro" jsonb,
	"layout" text,
	"gutter" numeric(20, 6),
	"background" text,
	"days" text,
	"widgets" text,
	CONSTRAINT "auto_page_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "auto_page_by_created_at" ON "auto_page" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "auto_page_trash" ON "auto_page" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "auto_page_facets" ON "auto_page" USING btree ("tenant_id","kind" NULLS FIRST,"audience" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "auto_page_one_page_type_kind" ON "auto_page" USING btree ("tenant_id","page_type","kind") WHERE deleted_at is null;
CREATE INDEX "auto_page_search" ON "auto_page" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "auto_page" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "auto_page" SET (toast_tuple_target = 256);
ALTER TABLE "auto_page" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "auto_page" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "auto_page" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "auto_page" TO meridian_app; END IF; END $$;
ALTER TABLE "auto_page" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "auto_page" FORCE ROW LEVEL SECURITY;
CREATE POLICY "auto_page_tenant" ON "auto_page" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "auto_page" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."page_type", NEW."kind", NEW."audience", NEW."roles", NEW."intro", NEW."layout", NEW."background", NEW."days", NEW."widgets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "auto_page" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."page_type", OLD."kind", OLD."audience", OLD."roles", OLD."intro", OLD."layout", OLD."background", OLD."days", OLD."widgets")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."page_type", NEW."kind", NEW."audience", NEW."roles", NEW."intro", NEW."layout", NEW."background", NEW."days", NEW."widgets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "auto_page" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."page_type", OLD."kind", OLD."audience", OLD."roles", OLD."intro", OLD."layout", OLD."background", OLD."days", OLD."widgets")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
