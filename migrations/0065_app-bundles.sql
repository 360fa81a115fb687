CREATE TABLE "app_bundle" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" jsonb,
	"client" text,
	"number" numeric(20, 6),
	"address" text,
	"maker" text,
	"made_at" timestamp (3) with time zone,
	"current" boolean,
	CONSTRAINT "app_bundle_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "app_bundle_by_created_at" ON "app_bundle" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "app_bundle_by_client_number" ON "app_bundle" USING btree ("tenant_id","client" NULLS FIRST,"number" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "app_bundle_trash" ON "app_bundle" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "app_bundle_facets" ON "app_bundle" USING btree ("tenant_id","current" NULLS FIRST,"client" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
ALTER TABLE "app_bundle" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "app_bundle" TO meridian_app; END IF; END $$;
ALTER TABLE "app_bundle" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "app_bundle" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_bundle_tenant" ON "app_bundle" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "app_bundle" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."client", NEW."address", NEW."maker")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "app_bundle" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."client", OLD."address", OLD."maker")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."client", NEW."address", NEW."maker")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "app_bundle" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."client", OLD."address", OLD."maker")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
