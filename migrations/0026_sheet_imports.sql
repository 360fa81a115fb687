CREATE TABLE "sheet_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"titles" jsonb NOT NULL,
	"mapping" jsonb,
	"key_field" text,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"counts" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);

CREATE TABLE "sheet_import_row" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"row_id" uuid,
	"version" integer,
	"values" jsonb NOT NULL,
	"cells" jsonb NOT NULL,
	"problems" jsonb,
	CONSTRAINT "sheet_import_row_import_id_number_pk" PRIMARY KEY("import_id","number")
);

ALTER TABLE "sheet_import_row" ADD CONSTRAINT "sheet_import_row_import" FOREIGN KEY ("import_id") REFERENCES "public"."sheet_import"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "sheet_import_member" ON "sheet_import" USING btree ("tenant_id","member_id","entity","created_at" DESC NULLS LAST);
CREATE INDEX "sheet_import_age" ON "sheet_import" USING btree ("created_at");
CREATE INDEX "sheet_import_row_state" ON "sheet_import_row" USING btree ("import_id","state","number");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "sheet_import" TO meridian_app; END IF; END $$;
ALTER TABLE "sheet_import" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sheet_import" FORCE ROW LEVEL SECURITY;
CREATE POLICY "sheet_import_tenant" ON "sheet_import" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "sheet_import_row" TO meridian_app; END IF; END $$;
ALTER TABLE "sheet_import_row" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sheet_import_row" FORCE ROW LEVEL SECURITY;
CREATE POLICY "sheet_import_row_tenant" ON "sheet_import_row" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "sheet_import" FOR EACH ROW WHEN (NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "sheet_import" FOR EACH ROW WHEN (OLD::text LIKE '%files%' OR NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "sheet_import" FOR EACH ROW WHEN (OLD::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
