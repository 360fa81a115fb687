CREATE TABLE "saved_view" (
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
	"is_shared" boolean,
	"member_id" uuid,
	"list" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '{}' NOT NULL,
	CONSTRAINT "saved_view_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "member" ADD COLUMN "default_views" jsonb;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_member_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "saved_view_by_created_at" ON "saved_view" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "saved_view_by_list_member_id" ON "saved_view" USING btree ("tenant_id","list" NULLS FIRST,"member_id" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "saved_view_trash" ON "saved_view" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;
CREATE INDEX "saved_view_facets" ON "saved_view" USING btree ("tenant_id","is_shared" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "saved_view_member_id" ON "saved_view" USING btree ("tenant_id","member_id");
CREATE INDEX "saved_view_search" ON "saved_view" USING gin ("search") WITH (fastupdate=false);
ALTER TABLE "saved_view" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "saved_view" SET (toast_tuple_target = 256);
ALTER TABLE "saved_view" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "saved_view" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_view" TO meridian_app; END IF; END $$;
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "saved_view" FORCE ROW LEVEL SECURITY;
CREATE POLICY "saved_view_tenant" ON "saved_view" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "saved_view" FOR EACH ROW WHEN (NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "saved_view" FOR EACH ROW WHEN (OLD::text LIKE '%files%' OR NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "saved_view" FOR EACH ROW WHEN (OLD::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
