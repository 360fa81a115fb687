CREATE TABLE "list_layout" (
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"type" text NOT NULL,
	"layout" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_layout_tenant_id_member_id_type_pk" PRIMARY KEY("tenant_id","member_id","type")
);

DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "list_layout" TO meridian_app; END IF; END $$;
ALTER TABLE "list_layout" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "list_layout" FORCE ROW LEVEL SECURITY;
CREATE POLICY "list_layout_tenant" ON "list_layout" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
