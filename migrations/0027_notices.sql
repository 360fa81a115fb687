CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"event" text NOT NULL,
	"about" text NOT NULL,
	"content" jsonb NOT NULL,
	"url" text,
	"times" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);

CREATE TABLE "notice_setting" (
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"muted" jsonb NOT NULL,
	CONSTRAINT "notice_setting_tenant_id_member_id_pk" PRIMARY KEY("tenant_id","member_id")
);

CREATE INDEX "notice_member" ON "notice" USING btree ("tenant_id","member_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "notice_age" ON "notice" USING btree ("created_at");
CREATE UNIQUE INDEX "notice_unread" ON "notice" USING btree ("tenant_id","member_id","event","about") WHERE read_at is null;
ALTER TABLE "job" DROP COLUMN "seen_at";
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "notice" TO meridian_app; END IF; END $$;
ALTER TABLE "notice" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notice" FORCE ROW LEVEL SECURITY;
CREATE POLICY "notice_tenant" ON "notice" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "notice_setting" TO meridian_app; END IF; END $$;
ALTER TABLE "notice_setting" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notice_setting" FORCE ROW LEVEL SECURITY;
CREATE POLICY "notice_setting_tenant" ON "notice_setting" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "notice" FOR EACH ROW WHEN (NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "notice" FOR EACH ROW WHEN (OLD::text LIKE '%files%' OR NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "notice" FOR EACH ROW WHEN (OLD::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
