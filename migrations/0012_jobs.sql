CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"cursor" jsonb,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"stage" jsonb,
	"result" jsonb,
	"problem" jsonb,
	"lines" integer DEFAULT 0 NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone
);

CREATE TABLE "job_log" (
	"tenant_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"level" text NOT NULL,
	"text" jsonb NOT NULL,
	CONSTRAINT "job_log_job_id_number_pk" PRIMARY KEY("job_id","number")
);

CREATE TABLE "upkeep_run" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"runs" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"state" jsonb
);

ALTER TABLE "job_log" ADD CONSTRAINT "job_log_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "job_member" ON "job" USING btree ("tenant_id","member_id","created_at" DESC NULLS LAST);
CREATE INDEX "job_ended" ON "job" USING btree ("ended_at");
CREATE UNIQUE INDEX "job_active_key" ON "job" USING btree ("key") WHERE state in ('queued', 'running');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "job" TO meridian_app; END IF; END $$;
ALTER TABLE "job" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "job" FORCE ROW LEVEL SECURITY;
CREATE POLICY "job_tenant" ON "job" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "job_log" TO meridian_app; END IF; END $$;
ALTER TABLE "job_log" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "job_log" FORCE ROW LEVEL SECURITY;
CREATE POLICY "job_log_tenant" ON "job_log" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "upkeep_run" TO meridian_app; END IF; END $$;
-- Progress changes a row often and none of its indexes: with room beside it, a change stays on its page.
ALTER TABLE "job" SET (fillfactor = 50);
