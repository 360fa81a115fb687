CREATE TABLE "file_upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"bytes" bigint NOT NULL,
	"modified" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "file_upload_usage" ON "file_upload" USING btree ("tenant_id","bytes");
CREATE INDEX "file_upload_touched" ON "file_upload" USING btree ("touched_at");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "file_upload" TO meridian_app; END IF; END $$;
ALTER TABLE "file_upload" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "file_upload" FORCE ROW LEVEL SECURITY;
CREATE POLICY "file_upload_tenant" ON "file_upload" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
