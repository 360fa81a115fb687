CREATE TABLE "site_host" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"misses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "site_host_state" CHECK (state in ('pending', 'active', 'failed'))
);

ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";
ALTER TABLE "session" ADD COLUMN "viewed_role_id" uuid;
ALTER TABLE "site_host" ADD CONSTRAINT "site_host_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "site_host_claim" ON "site_host" USING btree ("tenant_id","host");
CREATE UNIQUE INDEX "site_host_active" ON "site_host" USING btree ("host") WHERE state = 'active';
CREATE INDEX "site_host_checked" ON "site_host" USING btree ("checked_at");
ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in ('add', 'update', 'delete', 'restore', 'erase', 'signIn', 'signInFailed', 'viewStart', 'viewEnd'));
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "site_host" TO meridian_app; END IF; END $$;
ALTER TABLE "site_host" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "site_host" FORCE ROW LEVEL SECURITY;
CREATE POLICY "site_host_tenant" ON "site_host" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "site_host" FOR EACH ROW WHEN (ROW(NEW."host", NEW."state", NEW."problem")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "site_host" FOR EACH ROW WHEN (ROW(OLD."host", OLD."state", OLD."problem")::text LIKE '%files%' OR ROW(NEW."host", NEW."state", NEW."problem")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "site_host" FOR EACH ROW WHEN (ROW(OLD."host", OLD."state", OLD."problem")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
