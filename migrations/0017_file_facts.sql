ALTER TABLE "stored_file" ADD COLUMN "duration" double precision;
ALTER TABLE "stored_file" ADD COLUMN "sha256" text;
