CREATE TABLE "governance_finding" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"check_name" text NOT NULL,
	"key" text NOT NULL,
	"subject" jsonb NOT NULL,
	"record" text,
	"text" jsonb NOT NULL,
	"mend" jsonb,
	"is_new" boolean DEFAULT true NOT NULL,
	"mend_id" uuid,
	"mended_at" timestamp (3) with time zone,
	"inverse" jsonb,
	CONSTRAINT "governance_finding_pk" PRIMARY KEY("run_id","number")
);

CREATE TABLE "governance_link" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "governance_link_pk" PRIMARY KEY("run_id","path")
);

CREATE TABLE "governance_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"object_id" uuid,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous_id" uuid,
	"resolved" jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE "governance_finding" ADD CONSTRAINT "governance_finding_run_id_governance_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."governance_run"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "governance_link" ADD CONSTRAINT "governance_link_run_id_governance_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."governance_run"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "governance_finding_check" ON "governance_finding" USING btree ("run_id","check_name","number");
CREATE INDEX "governance_finding_key" ON "governance_finding" USING btree ("run_id","key");
CREATE INDEX "governance_finding_mend" ON "governance_finding" USING btree ("tenant_id","mend_id");
CREATE INDEX "governance_run_latest" ON "governance_run" USING btree ("tenant_id","kind","object_id","created_at" DESC NULLS LAST);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "governance_finding" TO meridian_app; END IF; END $$;
ALTER TABLE "governance_finding" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "governance_finding" FORCE ROW LEVEL SECURITY;
CREATE POLICY "governance_finding_tenant" ON "governance_finding" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "governance_link" TO meridian_app; END IF; END $$;
ALTER TABLE "governance_link" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "governance_link" FORCE ROW LEVEL SECURITY;
CREATE POLICY "governance_link_tenant" ON "governance_link" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "governance_run" TO meridian_app; END IF; END $$;
ALTER TABLE "governance_run" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "governance_run" FORCE ROW LEVEL SECURITY;
CREATE POLICY "governance_run_tenant" ON "governance_run" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "governance_run" FOR EACH ROW WHEN (ROW(NEW."kind", NEW."counts", NEW."resolved")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "governance_run" FOR EACH ROW WHEN (ROW(OLD."kind", OLD."counts", OLD."resolved")::text LIKE '%files%' OR ROW(NEW."kind", NEW."counts", NEW."resolved")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "governance_run" FOR EACH ROW WHEN (ROW(OLD."kind", OLD."counts", OLD."resolved")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
