CREATE TABLE "notice_email" (
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"address" text,
	"pending" text,
	"pending_until" timestamp (3) with time zone NOT NULL,
	"locale" text NOT NULL,
	CONSTRAINT "notice_email_tenant_id_member_id_pk" PRIMARY KEY("tenant_id","member_id")
);

ALTER TABLE "outbox" ADD COLUMN "space_id" uuid;
ALTER TABLE "outbox" ADD COLUMN "member_id" uuid;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "notice_email" TO meridian_app; END IF; END $$;
ALTER TABLE "notice_email" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "notice_email" FORCE ROW LEVEL SECURITY;
CREATE POLICY "notice_email_tenant" ON "notice_email" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
