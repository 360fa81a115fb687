CREATE INDEX "contact_message_facets" ON "contact_message" USING btree ("tenant_id","status" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "contract_facets" ON "contract" USING btree ("tenant_id","status" NULLS FIRST,"number" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "member_facets" ON "member" USING btree ("tenant_id","status" NULLS FIRST,"created_at" NULLS FIRST,"id","is_administrator" NULLS FIRST) WHERE deleted_at is null;
CREATE INDEX "news_facets" ON "news" USING btree ("tenant_id","kind" NULLS FIRST,"status" NULLS FIRST,"published_at" NULLS FIRST,"id","pinned" NULLS FIRST,"sort" NULLS FIRST) WHERE deleted_at is null;
CREATE INDEX "paas_work_facets" ON "paas_work" USING btree ("tenant_id","priority" NULLS FIRST,"kind" NULLS FIRST,"status" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "page_facets" ON "page" USING btree ("tenant_id","status" NULLS FIRST,"path" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "service_code_facets" ON "service_code" USING btree ("tenant_id","status" NULLS FIRST,"created_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "service_opening_facets" ON "service_opening" USING btree ("tenant_id","status" NULLS FIRST,"opened_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "service_order_facets" ON "service_order" USING btree ("tenant_id","source" NULLS FIRST,"opened_at" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "service_package_facets" ON "service_package" USING btree ("tenant_id","activation" NULLS FIRST,"status" NULLS FIRST,"sort_order" NULLS FIRST,"id") WHERE deleted_at is null;
CREATE INDEX "wiki_facets" ON "wiki" USING btree ("tenant_id","status" NULLS FIRST,"sort" NULLS FIRST,"id") WHERE deleted_at is null;

-- A count that reads an index only needs to know which rows everybody sees, which is what cleaning up notes: sooner than after a fifth.
ALTER TABLE "contact_message" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "contract" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "member" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "news" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "paas_work" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "page" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "service_code" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "service_opening" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "service_order" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "service_package" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "wiki" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
