CREATE TABLE "stored_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE UNIQUE INDEX "stored_file_key" ON "stored_file" USING btree ("key");
CREATE INDEX "stored_file_usage" ON "stored_file" USING btree ("tenant_id","bytes");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "stored_file" TO meridian_app; END IF; END $$;
ALTER TABLE "stored_file" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "stored_file" FORCE ROW LEVEL SECURITY;
CREATE POLICY "stored_file_tenant" ON "stored_file" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
