CREATE TABLE "icon" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"drawing" text,
	"title" jsonb,
	"name" text,
	"words" text,
	CONSTRAINT "icon_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "place_holder_var" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"intro" jsonb,
	"name" text,
	"value" jsonb,
	CONSTRAINT "place_holder_var_tenant_id" UNIQUE("tenant_id","id")
);

CREATE INDEX "icon_by_created_at" ON "icon" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "icon_by_name" ON "icon" USING btree ("tenant_id","name" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "icon_trash" ON "icon" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE UNIQUE INDEX "icon_one_name" ON "icon" USING btree ("tenant_id","name") WHERE deleted_at is null;
CREATE INDEX "icon_search" ON "icon" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
CREATE INDEX "place_holder_var_by_created_at" ON "place_holder_var" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "place_holder_var_by_name" ON "place_holder_var" USING btree ("tenant_id","name" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "place_holder_var_trash" ON "place_holder_var" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE UNIQUE INDEX "place_holder_var_one_name" ON "place_holder_var" USING btree ("tenant_id","name") WHERE deleted_at is null;
CREATE INDEX "place_holder_var_search" ON "place_holder_var" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "icon" SET (toast_tuple_target = 256);
ALTER TABLE "icon" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "icon" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "icon" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "place_holder_var" SET (toast_tuple_target = 256);
ALTER TABLE "place_holder_var" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "place_holder_var" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "place_holder_var" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "icon" TO meridian_app; END IF; END $$;
ALTER TABLE "icon" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "icon" FORCE ROW LEVEL SECURITY;
CREATE POLICY "icon_tenant" ON "icon" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "place_holder_var" TO meridian_app; END IF; END $$;
ALTER TABLE "place_holder_var" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "place_holder_var" FORCE ROW LEVEL SECURITY;
CREATE POLICY "place_holder_var_tenant" ON "place_holder_var" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "icon" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."drawing", NEW."title", NEW."name", NEW."words")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "icon" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."drawing", OLD."title", OLD."name", OLD."words")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."drawing", NEW."title", NEW."name", NEW."words")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "icon" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."drawing", OLD."title", OLD."name", OLD."words")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "place_holder_var" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."intro", NEW."name", NEW."value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "place_holder_var" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."intro", OLD."name", OLD."value")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."intro", NEW."name", NEW."value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "place_holder_var" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."intro", OLD."name", OLD."value")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
