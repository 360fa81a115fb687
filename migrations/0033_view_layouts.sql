CREATE TABLE "view_layout" (
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"layout" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "view_layout_tenant_id_member_id_view_id_pk" PRIMARY KEY("tenant_id","member_id","view_id")
);

DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "view_layout" TO meridian_app; END IF; END $$;
ALTER TABLE "view_layout" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "view_layout" FORCE ROW LEVEL SECURITY;
CREATE POLICY "view_layout_tenant" ON "view_layout" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
