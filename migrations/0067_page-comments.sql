CREATE TABLE "page_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"thread_id" uuid,
	"record_id" text,
	"record_name" jsonb,
	"locale" text,
	"text" text NOT NULL,
	"mentions" jsonb NOT NULL,
	"member_id" uuid,
	"member_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text
);

CREATE INDEX "page_comment_page" ON "page_comment" USING btree ("tenant_id","page_id","created_at","id");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "page_comment" TO meridian_app; END IF; END $$;
ALTER TABLE "page_comment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page_comment" FORCE ROW LEVEL SECURITY;
CREATE POLICY "page_comment_tenant" ON "page_comment" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "page_comment" FOR EACH ROW WHEN (ROW(NEW."record_id", NEW."record_name", NEW."locale", NEW."text", NEW."mentions", NEW."member_name", NEW."resolved_by")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "page_comment" FOR EACH ROW WHEN (ROW(OLD."record_id", OLD."record_name", OLD."locale", OLD."text", OLD."mentions", OLD."member_name", OLD."resolved_by")::text LIKE '%files%' OR ROW(NEW."record_id", NEW."record_name", NEW."locale", NEW."text", NEW."mentions", NEW."member_name", NEW."resolved_by")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "page_comment" FOR EACH ROW WHEN (ROW(OLD."record_id", OLD."record_name", OLD."locale", OLD."text", OLD."mentions", OLD."member_name", OLD."resolved_by")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
