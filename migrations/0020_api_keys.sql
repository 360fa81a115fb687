CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" text,
	"ending" text,
	"roles" jsonb,
	"maker" text,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"key_hash" text,
	"maker_id" uuid,
	CONSTRAINT "api_key_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_maker_id_fk" FOREIGN KEY ("tenant_id","maker_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "api_key_by_created_at" ON "api_key" USING btree ("tenant_id","created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "api_key_of_key_hash" ON "api_key" USING btree ("key_hash") WHERE deleted_at is null;
CREATE UNIQUE INDEX "api_key_one_key_hash" ON "api_key" USING btree ("tenant_id","key_hash") WHERE deleted_at is null;
CREATE INDEX "api_key_maker_id" ON "api_key" USING btree ("tenant_id","maker_id");
CREATE INDEX "api_key_search" ON "api_key" USING gin ("search") WITH (fastupdate=false);
ALTER TABLE "api_key" SET (toast_tuple_target = 256);
ALTER TABLE "api_key" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "api_key" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "api_key" TO meridian_app; END IF; END $$;
ALTER TABLE "api_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY "api_key_tenant" ON "api_key" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "api_key" FOR EACH ROW WHEN (NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "api_key" FOR EACH ROW WHEN (OLD::text LIKE '%files%' OR NEW::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "api_key" FOR EACH ROW WHEN (OLD::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
