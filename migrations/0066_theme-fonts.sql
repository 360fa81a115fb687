DROP TRIGGER IF EXISTS "file_use_insert" ON "theme";
DROP TRIGGER IF EXISTS "file_use_update" ON "theme";
DROP TRIGGER IF EXISTS "file_use_delete" ON "theme";
CREATE TABLE "font_subset" (
	"key" text PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "theme" ADD COLUMN "text_font" jsonb;
ALTER TABLE "theme" ADD COLUMN "heading_font" jsonb;
CREATE INDEX "font_subset_file" ON "font_subset" USING btree ("file_id","created_at");
CREATE INDEX "font_subset_created" ON "font_subset" USING btree ("created_at");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "font_subset" TO meridian_app; END IF; END $$;
ALTER TABLE "font_subset" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "font_subset" FORCE ROW LEVEL SECURITY;
CREATE POLICY "font_subset_tenant" ON "font_subset" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT true WHERE current_setting('meridian.tenant', true) = '*') IS NOT NULL);
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "theme" FOR EACH ROW WHEN (ROW(NEW."field_versions", NEW."name", NEW."paper", NEW."ink", NEW."brand", NEW."seal", NEW."paper_dark", NEW."ink_dark", NEW."brand_dark", NEW."seal_dark", NEW."fonts", NEW."heading_fonts", NEW."text_font", NEW."heading_font", NEW."heading_size", NEW."heading_weight", NEW."space", NEW."shadow", NEW."motion")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "theme" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."paper", OLD."ink", OLD."brand", OLD."seal", OLD."paper_dark", OLD."ink_dark", OLD."brand_dark", OLD."seal_dark", OLD."fonts", OLD."heading_fonts", OLD."text_font", OLD."heading_font", OLD."heading_size", OLD."heading_weight", OLD."space", OLD."shadow", OLD."motion")::text LIKE '%files%' OR ROW(NEW."field_versions", NEW."name", NEW."paper", NEW."ink", NEW."brand", NEW."seal", NEW."paper_dark", NEW."ink_dark", NEW."brand_dark", NEW."seal_dark", NEW."fonts", NEW."heading_fonts", NEW."text_font", NEW."heading_font", NEW."heading_size", NEW."heading_weight", NEW."space", NEW."shadow", NEW."motion")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "theme" FOR EACH ROW WHEN (ROW(OLD."field_versions", OLD."name", OLD."paper", OLD."ink", OLD."brand", OLD."seal", OLD."paper_dark", OLD."ink_dark", OLD."brand_dark", OLD."seal_dark", OLD."fonts", OLD."heading_fonts", OLD."text_font", OLD."heading_font", OLD."heading_size", OLD."heading_weight", OLD."space", OLD."shadow", OLD."motion")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
-- The parts of a font go with it, and the queue removes their content.
ALTER TABLE "font_subset" ADD CONSTRAINT "font_subset_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."storage_file"("id") ON DELETE CASCADE;
CREATE TRIGGER "file_removal_delete" AFTER DELETE ON "font_subset" FOR EACH ROW EXECUTE FUNCTION note_file_removal('key');
