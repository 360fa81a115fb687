CREATE TABLE "relation_tree" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" jsonb,
	"parent" uuid,
	"code" text,
	"is_disabled" boolean,
	"position" text,
	CONSTRAINT "relation_tree_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "relation_tree" ADD CONSTRAINT "relation_tree_parent_fk" FOREIGN KEY ("tenant_id","parent") REFERENCES "public"."relation_tree"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "relation_tree_by_created_at" ON "relation_tree" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "relation_tree_by_position" ON "relation_tree" USING btree ("tenant_id","position" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "relation_tree_by_parent_position" ON "relation_tree" USING btree ("tenant_id","parent" NULLS FIRST,"position" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "relation_tree_trash" ON "relation_tree" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "relation_tree_facets" ON "relation_tree" USING btree ("tenant_id","is_disabled" NULLS FIRST,"position" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "relation_tree_parent" ON "relation_tree" USING btree ("tenant_id","parent");
CREATE INDEX "relation_tree_search" ON "relation_tree" USING gin ("search") WITH (gin_pending_list_limit=64) WHERE deleted_at is null;
ALTER TABLE "relation_tree" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "relation_tree" SET (toast_tuple_target = 256);
ALTER TABLE "relation_tree" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "relation_tree" ALTER COLUMN "search_text" SET STORAGE MAIN;
ALTER TABLE "relation_tree" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "relation_tree" TO meridian_app; END IF; END $$;
ALTER TABLE "relation_tree" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "relation_tree" FORCE ROW LEVEL SECURITY;
CREATE POLICY "relation_tree_tenant" ON "relation_tree" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "relation_tree" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."code", NEW."position")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "relation_tree" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."code", OLD."position")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."code", NEW."position")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "relation_tree" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."code", OLD."position")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
