DROP INDEX "record_index_text";
DROP INDEX "record_index_number";
DROP INDEX "record_index_time";
ALTER TABLE "entity_definition" ADD COLUMN "facets" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "record" ADD COLUMN "facet1" text, ADD COLUMN "facet2" text, ADD COLUMN "facet3" text, ADD COLUMN "facet4" text, ADD COLUMN "facet5" text, ADD COLUMN "facet6" text;
ALTER TABLE "record_index" ADD COLUMN "facet1" text, ADD COLUMN "facet2" text, ADD COLUMN "facet3" text, ADD COLUMN "facet4" text, ADD COLUMN "facet5" text, ADD COLUMN "facet6" text;
CREATE INDEX "record_facets" ON "record" USING btree ("tenant_id","entity_id","facet1","facet2","facet3","facet4","facet5","facet6","id") WHERE deleted_at is null;
CREATE INDEX "record_index_text" ON "record_index" USING btree ("tenant_id","entity_id","field","text_value" NULLS FIRST,"record_id","facet1","facet2","facet3","facet4","facet5","facet6") WHERE kind = 'text';
CREATE INDEX "record_index_number" ON "record_index" USING btree ("tenant_id","entity_id","field","number_value" NULLS FIRST,"record_id","facet1","facet2","facet3","facet4","facet5","facet6") WHERE kind = 'number';
CREATE INDEX "record_index_time" ON "record_index" USING btree ("tenant_id","entity_id","field","time_value" NULLS FIRST,"record_id","facet1","facet2","facet3","facet4","facet5","facet6") WHERE kind = 'time';
-- Counts by facets, and lists in the order of an index, read the index alone where the visibility map is up to date.
ALTER TABLE "record" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "record_index" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
