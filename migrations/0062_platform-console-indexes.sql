-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_created" ON "job" USING btree ("created_at","id");
