CREATE TABLE "language_use" (
	"tenant_id" uuid NOT NULL,
	"service" text NOT NULL,
	"member_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "language_use_tenant_id_service_hour_member_id_pk" PRIMARY KEY("tenant_id","service","hour","member_id")
);

CREATE INDEX "language_use_age" ON "language_use" USING btree ("hour");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "language_use" TO meridian_app; END IF; END $$;
ALTER TABLE "language_use" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "language_use" FORCE ROW LEVEL SECURITY;
CREATE POLICY "language_use_tenant" ON "language_use" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
