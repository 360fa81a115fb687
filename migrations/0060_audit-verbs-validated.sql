-- In a transaction after the one that replaced the check, so that the rows are read without holding up their writers.
ALTER TABLE "row_change" VALIDATE CONSTRAINT "row_change_verb";
