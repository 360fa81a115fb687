import { sql } from "drizzle-orm";
import type { AnyValues } from "#kit/entity.ts";
import { recordsetSearchColumns } from "#records/query/row-search.server.ts";
import { facetAssignmentSql, facetColumnsSql, facetValuesSql } from "#records/query/record-facets.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { claimUnique, dataOf, indexRecords, lockDefinition, type Records } from "./record-write.server.ts";

type RecordValues = { id: string; values: AnyValues };

/** Adds records of one entity, each with its own values. Takes as many statements as one record. */
export async function insertRecords(
  tx: Tx,
  { tenantId, entity, stored, owner }: Records & { owner: string | null },
  rows: readonly RecordValues[],
): Promise<void> {
  const records: Records = { tenantId, entity, stored };
  const documents = rows.map(({ id, values }) => {
    const data = dataOf(entity, values);
    return { id, data, ...recordsetSearchColumns(entity, tenantId, data) };
  });
  const ids = rows.map(({ id }) => id);
  await Promise.all([
    lockDefinition(tx, stored),
    tx.rows(sql`insert into record (id, tenant_id, entity_id, owner_id, data, search, search_text, ${facetColumnsSql})
      select c.id, ${tenantId}::uuid, ${stored.id}::uuid, ${owner}::uuid, c.data, c.search::bigint[], c.search_text, ${facetValuesSql(stored, sql`c.data`)}
      from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as c(id uuid, data jsonb, search text, search_text jsonb)`),
    indexRecords(tx, records, ids),
  ]);
  await claimUnique(tx, records, ids);
}

/** `row`: the whole record after the change. */
type RecordChange = RecordValues & { row: AnyValues };

/** Changes records of one entity that are locked, each with its own values. */
export async function changeRecords(tx: Tx, records: Records, changes: readonly RecordChange[]): Promise<void> {
  const { tenantId, entity, stored } = records;
  const documents = changes.map(({ id, values, row }) => {
    const data = dataOf(entity, values);
    const names = Object.keys(values);
    const isSearched = entity.searchable?.some((name) => Object.hasOwn(values, name)) === true;
    const removed = names.filter((name) => !Object.hasOwn(data, name));
    return { id, data, names, removed, ...(isSearched ? recordsetSearchColumns(entity, tenantId, row) : {}) };
  });
  const ids = changes.map(({ id }) => id);
  await Promise.all([
    tx.rows(sql`update record set data = (record.data - c.removed) || c.data,
        field_versions = field_versions || (select coalesce(jsonb_object_agg(name, version + 1), '{}') from unnest(c.names) name),
        version = version + 1, updated_at = now(),
        search = coalesce(c.search::bigint[], record.search), search_text = coalesce(c.search_text, record.search_text),
        ${facetAssignmentSql(stored, sql`((record.data - c.removed) || c.data)`)}
      from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
        as c(id uuid, data jsonb, names text[], removed text[], search text, search_text jsonb)
      where record.tenant_id = ${tenantId}::uuid and record.entity_id = ${stored.id}::uuid and record.id = c.id`),
    indexRecords(tx, records, ids),
  ]);
  await claimUnique(tx, records, ids);
}
