import { type SQL, sql } from "drizzle-orm";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { recordsetSearchColumns } from "#records/query/row-search.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import { rowExistenceTag, rowsTag } from "#server/postgres/tags.server.ts";
import { recordChanges } from "./history.server.ts";
import type { LockedRow } from "./patch.server.ts";
import { changeRecords, insertRecords } from "./record-bulk.server.ts";
import { refuseInvalidTree } from "./tree.server.ts";
import { withPositions } from "./tree-order.server.ts";
import { internalAssignments } from "./write.server.ts";

/** Rows per statement. */
export const bulkSize = 500;

const comma = sql.raw(", ");

/** A column of a recordset with its definition. `write` returns its JSON value from the values of a row. */
type RecordsetColumn = { name: string; column: SQL; definition: SQL; write: (values: AnyValues) => unknown };

/** The recordset columns of fields. Rows are passed as one JSON parameter, so that the statement has the same text for any number of rows. */
function recordsetColumns(entity: EntityDefinition, names: readonly string[]): RecordsetColumn[] {
  return columnsFor(entity)
    .filter(({ field }) => names.includes(field))
    .map(({ field, column, storage }) => {
      const { sqlType, ends } = storageTypes[storage];
      const rangeText = ends === undefined ? undefined : storageTypes[storage].parameter;
      const identifier = sql.identifier(column);
      return {
        name: column,
        column: sql`${identifier}`,
        definition: sql`${identifier} ${sql.raw(sqlType)}`,
        write: (values) => {
          const value = values[field] ?? null;
          return value === null || rangeText === undefined ? value : rangeText(value);
        },
      };
    });
}

const isSearchedBy = ({ searchable = [] }: EntityDefinition, names: readonly string[]) =>
  searchable.some((name) => names.includes(name));

const searchDefinitions = [sql`search text`, sql`search_text jsonb`];
const searchNames = [sql`search`, sql`search_text`];
const searchValues = [sql`c.search::bigint[]`, sql`c.search_text`];

/** A new row with checked values. */
export type AddedRow = { id: string; values: AnyValues };

async function insertIntoTable(
  tx: Tx,
  entity: EntityDefinition,
  { tenantId, internal, rows }: { tenantId: string; internal: AnyValues; rows: readonly AddedRow[] },
): Promise<void> {
  const names = Object.keys(rows[0]!.values);
  const columns = recordsetColumns(entity, names);
  const isSearched = isSearchedBy(entity, names);
  const records = rows.map(({ id, values }) => ({
    ...Object.fromEntries(columns.map(({ name, write }) => [name, write(values)])),
    ...(isSearched ? recordsetSearchColumns(entity, tenantId, values) : {}),
    id,
  }));
  const internalPairs = internalAssignments(entity, internal);
  const fieldColumns = columns.map(({ column }) => column);
  const targets = [
    sql`id`,
    sql`tenant_id`,
    ...fieldColumns,
    ...(isSearched ? searchNames : []),
    ...internalPairs.map(({ column }) => column),
  ];
  const values = [
    sql`c.id`,
    sql`${tenantId}::uuid`,
    ...fieldColumns.map((column) => sql`c.${column}`),
    ...(isSearched ? searchValues : []),
    ...internalPairs.map(({ value }) => value),
  ];
  const definitions = [
    sql`id uuid`,
    ...columns.map(({ definition }) => definition),
    ...(isSearched ? searchDefinitions : []),
  ];
  await tx.rows(sql`insert into ${tableSql(entity)} (${sql.join(targets, comma)})
    select ${sql.join(values, comma)} from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c(${sql.join(definitions, comma)})`);
}

/** The common properties of added rows. `internal`: the values of internal columns; `group`: the id of the group in the history. */
type Addition = { author: Author; entity: EntityDefinition; tenantId: string; internal: AnyValues; group: string };

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / bulkSize) }, (_, n) =>
    items.slice(n * bulkSize, (n + 1) * bulkSize),
  );
}

/** Adds many rows, each with its own values. Has the effect of `addRow` for each row, in few statements. */
export async function addRows(
  tx: Tx,
  { author, entity, tenantId, internal, group }: Addition,
  newRows: readonly AddedRow[],
): Promise<void> {
  if (newRows.length === 0) return;
  const rows = await withPositions(tx, entity, tenantId, newRows);
  await tx.notifyChanged(rowsTag(tenantId, entity.type));
  await tx.notifyChanged(rowExistenceTag(tenantId, entity.type));
  const { stored, owner } = entity;
  // Rows with the same fields go into one statement, so that missing fields get their database defaults.
  const groups = [...Map.groupBy(rows, ({ values }) => Object.keys(values).toSorted().join(" ")).values()];
  for (const batch of groups.flatMap(inBatches)) {
    const writing =
      stored === undefined
        ? insertIntoTable(tx, entity, { tenantId, internal, rows: batch })
        : insertRecords(
            tx,
            { tenantId, entity, stored, owner: owner === undefined ? null : String(internal[owner]) },
            batch,
          );
    const changes = batch.map(({ id }) => ({ tenantId, rowId: id, version: 1 }));
    await Promise.all([writing, recordChanges(tx, author, entity, { verb: "add", changes, group })]);
  }
  await refuseInvalidTree(
    tx,
    entity,
    rows.map(({ id, values }) => ({ target: { tenantId, row: { id } }, values })),
  );
}

/** A locked row with its checked new values, without values that it already has. */
export type ChangedRow = { target: LockedRow; values: AnyValues };

async function updateTable(tx: Tx, entity: EntityDefinition, changes: readonly ChangedRow[]): Promise<void> {
  const { tenantId } = changes[0]!.target;
  const names = [...new Set(changes.flatMap(({ values }) => Object.keys(values)))];
  const columns = recordsetColumns(entity, names);
  const isSearched = isSearchedBy(entity, names);
  const records = changes.map(({ target: { row }, values }) => ({
    ...Object.fromEntries(columns.map(({ name, write }) => [name, write(values)])),
    ...(isSearched ? recordsetSearchColumns(entity, tenantId, { ...row, ...values }) : {}),
    id: row.id,
    "#names": Object.keys(values),
    "#columns": columnsFor(entity).flatMap(({ field, column }) => (Object.hasOwn(values, field) ? [column] : [])),
  }));
  // Names with a # cannot be those of columns. Each row keeps its unchanged columns.
  const set = columns.map(
    ({ name, column }) =>
      sql`${column} = case when ${name}::text = any(c."#columns") then c.${column} else t.${column} end`,
  );
  const searchPairs = isSearched ? [sql`search = c.search::bigint[]`, sql`search_text = c.search_text`] : [];
  const versions = sql`field_versions = t.field_versions || (select coalesce(jsonb_object_agg(name, t.version + 1), '{}') from unnest(c."#names") name)`;
  const all = [...set, ...searchPairs, versions, sql`version = t.version + 1`, sql`updated_at = now()`];
  const definitions = [
    sql`id uuid`,
    sql`"#names" text[]`,
    sql`"#columns" text[]`,
    ...columns.map(({ definition }) => definition),
    ...(isSearched ? searchDefinitions : []),
  ];
  await tx.rows(sql`update ${tableSql(entity)} t set ${sql.join(all, comma)}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c(${sql.join(definitions, comma)})
    where t.tenant_id = ${tenantId}::uuid and t.id = c.id`);
}

/** Changes many rows of one space, each with its own values. Has the effect of `patchRow` for each row, in few statements. */
export async function changeRows(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  { changes, group }: { changes: readonly ChangedRow[]; group: string },
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const { tenantId } = first.target;
  await tx.notifyChanged(rowsTag(tenantId, entity.type));
  const { stored } = entity;
  for (const batch of inBatches(changes)) {
    const history = batch.map(({ target: { row }, values }) => ({
      tenantId,
      rowId: row.id,
      version: row.version + 1,
      before: Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? null])),
      after: values,
    }));
    const records = batch.map(({ target: { row }, values }) => ({ id: row.id, values, row: { ...row, ...values } }));
    await Promise.all([
      stored === undefined ? updateTable(tx, entity, batch) : changeRecords(tx, { tenantId, entity, stored }, records),
      recordChanges(tx, author, entity, { verb: "update", changes: history, group }),
    ]);
  }
  await refuseInvalidTree(tx, entity, changes);
}
