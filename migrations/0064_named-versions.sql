DROP TRIGGER IF EXISTS "file_use_insert" ON "page_revision";
DROP TRIGGER IF EXISTS "file_use_update" ON "page_revision";
DROP TRIGGER IF EXISTS "file_use_delete" ON "page_revision";
ALTER TABLE "page_revision" ADD COLUMN "document" jsonb;
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "page_revision" FOR EACH ROW WHEN (ROW(NEW."change", NEW."name", NEW."document", NEW."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "page_revision" FOR EACH ROW WHEN (ROW(OLD."change", OLD."name", OLD."document", OLD."member_name")::text LIKE '%files%' OR ROW(NEW."change", NEW."name", NEW."document", NEW."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "page_revision" FOR EACH ROW WHEN (ROW(OLD."change", OLD."name", OLD."document", OLD."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
