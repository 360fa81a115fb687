DROP TRIGGER IF EXISTS "file_use_insert" ON "row_change";
DROP TRIGGER IF EXISTS "file_use_update" ON "row_change";
DROP TRIGGER IF EXISTS "file_use_delete" ON "row_change";
ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";
ALTER TABLE "row_change" ADD COLUMN "subject" text;
ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in ('add', 'update', 'delete', 'restore', 'erase', 'signIn', 'signInFailed', 'viewStart', 'viewEnd', 'hostAdd', 'hostProve', 'hostFail', 'hostRemove'));
CREATE TRIGGER "file_use_insert" AFTER INSERT ON "row_change" FOR EACH ROW WHEN (ROW(NEW."entity", NEW."verb", NEW."actor", NEW."member_name", NEW."request_id", NEW."before", NEW."after", NEW."long", NEW."subject")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_update" AFTER UPDATE ON "row_change" FOR EACH ROW WHEN (ROW(OLD."entity", OLD."verb", OLD."actor", OLD."member_name", OLD."request_id", OLD."before", OLD."after", OLD."long", OLD."subject")::text LIKE '%files%' OR ROW(NEW."entity", NEW."verb", NEW."actor", NEW."member_name", NEW."request_id", NEW."before", NEW."after", NEW."long", NEW."subject")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
CREATE TRIGGER "file_use_delete" AFTER DELETE ON "row_change" FOR EACH ROW WHEN (ROW(OLD."entity", OLD."verb", OLD."actor", OLD."member_name", OLD."request_id", OLD."before", OLD."after", OLD."long", OLD."subject")::text LIKE '%files%') EXECUTE FUNCTION note_file_uses();
