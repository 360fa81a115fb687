-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "row_change_stamp" ON "row_change" USING btree ("tenant_id","id") WHERE entity in ('autoConfig', 'collectData', 'configForm', 'enum', 'icon', 'lightApp', 'member', 'placeHolderVar', 'relationTree', 'role', 'site', 'theme');
