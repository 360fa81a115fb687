CREATE TABLE "menu" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"menu" text,
	"groups" jsonb,
	CONSTRAINT "menu_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "menu_by_created_at" ON "menu" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "menu_trash" ON "menu" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE UNIQUE INDEX "menu_one_menu" ON "menu" USING btree ("tenant_id","menu") WHERE deleted_at is null;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "menu" TO meridian_app; END IF; END $$;
ALTER TABLE "menu" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "menu" FORCE ROW LEVEL SECURITY;
CREATE POLICY "menu_tenant" ON "menu" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "menu" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."menu", NEW."groups")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "menu" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."menu", OLD."groups")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."menu", NEW."groups")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "menu" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."menu", OLD."groups")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
