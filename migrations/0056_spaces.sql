CREATE TABLE "space_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"space_id" uuid NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "space_event_kind" CHECK (kind in ('suspended', 'resumed', 'quotas', 'closed', 'reopened', 'erased'))
);

CREATE TABLE "space_usage" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"members" integer NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"active_at" timestamp (3) with time zone,
	"measured_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "tenant" ADD COLUMN "suspended_at" timestamp (3) with time zone;
ALTER TABLE "tenant" ADD COLUMN "closed_at" timestamp (3) with time zone;
ALTER TABLE "tenant" ADD COLUMN "erase_at" timestamp (3) with time zone;
ALTER TABLE "tenant" ADD COLUMN "erased_at" timestamp (3) with time zone;
ALTER TABLE "tenant" ADD COLUMN "max_files_mb" integer;
ALTER TABLE "tenant" ADD COLUMN "max_files" integer;
CREATE INDEX "space_event_space" ON "space_event" USING btree ("space_id","created_at");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "space_event" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "space_usage" TO meridian_app; END IF; END $$;
ALTER TABLE "space_usage" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "space_usage" FORCE ROW LEVEL SECURITY;
CREATE POLICY "space_usage_tenant" ON "space_usage" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE POLICY "row_change_erase" ON "row_change" FOR DELETE USING ((tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL) AND EXISTS (SELECT FROM tenant t WHERE t.id = tenant_id AND t.erase_at <= now()));
