ALTER TABLE "page_snapshot" ADD COLUMN "note" text DEFAULT '' NOT NULL;
