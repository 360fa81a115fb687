-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tenant_created" ON "tenant" USING btree ("created_at","id");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tenant_erase" ON "tenant" USING btree ("erase_at") WHERE erase_at is not null and erased_at is null;
