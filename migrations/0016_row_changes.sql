CREATE TABLE "row_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"row_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"verb" text NOT NULL,
	"actor" text NOT NULL,
	"member_id" uuid,
	"member_name" text DEFAULT '' NOT NULL,
	"request_id" text,
	"group_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "row_change_verb" CHECK (verb in ('add', 'update', 'delete', 'restore')),
	CONSTRAINT "row_change_actor" CHECK (actor in ('member', 'visitor', 'program', 'space'))
);

CREATE INDEX "row_change_row" ON "row_change" USING btree ("tenant_id","row_id","version");
CREATE INDEX "row_change_deleted" ON "row_change" USING btree ("tenant_id","group_id") WHERE verb = 'delete';
CREATE INDEX "row_change_age" ON "row_change" USING brin ("created_at");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, DELETE ON "row_change" TO meridian_app; END IF; END $$;
ALTER TABLE "row_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "row_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY "row_change_read" ON "row_change" FOR SELECT USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE POLICY "row_change_add" ON "row_change" FOR INSERT WITH CHECK (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE POLICY "row_change_prune" ON "row_change" FOR DELETE USING ((tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*') AND created_at < now() - interval '400 days');
