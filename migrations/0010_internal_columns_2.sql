-- Taken apart by the migration before.
ALTER TABLE "paas_work" DROP COLUMN "counterpart";
