DROP INDEX "stored_file_usage";
ALTER TABLE "stored_file" ADD COLUMN "name" text;
ALTER TABLE "stored_file" ADD COLUMN "expires_at" timestamp (3) with time zone;
CREATE INDEX "stored_file_end" ON "stored_file" USING btree ("expires_at") WHERE expires_at is not null;
CREATE INDEX "stored_file_usage" ON "stored_file" USING btree ("tenant_id","bytes") WHERE expires_at is null;
