-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_space" ON "outbox" USING btree ("space_id","created_at") WHERE space_id is not null;
