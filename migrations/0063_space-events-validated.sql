-- In a transaction after the one that replaced the check, so that the rows are read without holding up their writers.
ALTER TABLE "space_event" VALIDATE CONSTRAINT "space_event_kind";
