DROP TRIGGER IF EXISTS "file_use_insert" ON "page_snapshot";
DROP TRIGGER IF EXISTS "file_use_update" ON "page_snapshot";
DROP TRIGGER IF EXISTS "file_use_delete" ON "page_snapshot";
ALTER TABLE "page_snapshot" ADD COLUMN "is_login" boolean DEFAULT false NOT NULL;
ALTER TABLE "page_snapshot" ADD COLUMN "is_layout" boolean DEFAULT false NOT NULL;
CREATE INDEX "page_snapshot_layout" ON "page_snapshot" USING btree ("tenant_id") WHERE is_layout;
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "page_snapshot" FOR EACH ROW WHEN (ROW(NEW."path", NEW."document", NEW."note", NEW."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "page_snapshot" FOR EACH ROW WHEN (ROW(OLD."path", OLD."document", OLD."note", OLD."member_name")::text LIKE '%files%' OR ROW(NEW."path", NEW."document", NEW."note", NEW."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "page_snapshot" FOR EACH ROW WHEN (ROW(OLD."path", OLD."document", OLD."note", OLD."member_name")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
