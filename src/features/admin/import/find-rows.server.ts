import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { ambiguousTitle, type RelationTarget } from "#records/describe/read-cells.server.ts";
import { inBranchSql } from "#records/query/branch.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { programView, viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";

type ImportContext = RowContext<UserPrincipal>;

/** The number of titles per query. */
const titlesPerQuery = 1000;

/** Splits items into batches of `size`. */
function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The SQL condition that a field has one of these values, passed as text; of a localized field, in either language. */
function hasOneOf(entity: EntityDefinition, field: string, values: readonly string[]): SQL {
  return storeOf(entity).test(field, ({ column, type, storage }) =>
    storage === "json"
      ? sql`(${column} ->> 'zh' = any(${sql.param([...values])}::text[]) or ${column} ->> 'en' = any(${sql.param([...values])}::text[]))`
      : sql`${column} = any(${sql.param([...values])}::text[]::${sql.raw(type)}[])`,
  );
}

/** The languages of a title, as an array of texts in SQL. */
const titleTextsSql = (entity: EntityDefinition, titleField: string): SQL =>
  storeOf(entity).test(titleField, ({ column, storage }) =>
    storage === "json" ? sql`array[${column} ->> 'zh', ${column} ->> 'en']` : sql`array[${column}::text]`,
  );

/**
 * The ids of the rows with these titles, in either language, or with these ids, by title or id as asked for; `ambiguousTitle` for a title of several
 * rows. Only rows that the person may read and select. However many rows have the same titles, one line per title is read.
 */
export async function idsByTitle(
  database: Database,
  { principal, entities }: ImportContext,
  { entity: type, branch }: RelationTarget,
  titles: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const idsByText = new Map<string, string>();
  const entity = entities.find(type);
  if (!allows(principal, entity, "read") || titles.size === 0) return idsByText;
  const { titleField } = viewOf(principal, entity).readable;
  const storage = columnsFor(entity).find((column) => column.field === titleField)?.storage;
  const selectable = whereOf(
    { readable: programView(entity).readable, tenantId: principal.tenantId },
    entity.selectable ?? { and: [] },
  );
  const candidates = sql`from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")} and ${selectable}
    and ${inBranchSql(entity, principal.tenantId, branch)}`;
  const read = <R extends object>(query: SQL) => database.read<R>(principal.tenantId, query);
  for (const batch of batchesOf([...titles], titlesPerQuery)) {
    if (storage === "text" || storage === "json") {
      const matches = await read<{ title: string; id: string; isAmbiguous: boolean }>(
        sql`select title, min(id) as id, min(id) <> max(id) as "isAmbiguous" from (
            select id::text as id, unnest(${titleTextsSql(entity, titleField)}) as title ${candidates} and ${hasOneOf(entity, titleField, batch)}
          ) matches where title = any(${sql.param(batch)}::text[]) group by title`,
      );
      for (const { title, id, isAmbiguous } of matches) idsByText.set(title, isAmbiguous ? ambiguousTitle : id);
    }
    const ids = batch.filter((title) => uuidPattern.test(title.toLowerCase()));
    if (ids.length === 0) continue;
    const rows = await read<{ id: string }>(sql`select id ${candidates} and id = any(${sql.param(ids)}::uuid[])`);
    const foundIds = new Set(rows.map(({ id }) => id));
    // An id names one row even if other rows have it as their title.
    for (const id of ids) if (foundIds.has(id.toLowerCase())) idsByText.set(id, id.toLowerCase());
  }
  return idsByText;
}

/** A complete row, and whether this person may change it. */
export type ExistingRow = { row: AnyRow; mayUpdate: boolean };

/** The readable rows with these keys, by key. The keys are ids, or values of a unique field. */
export async function rowsByKey(
  database: Database,
  { principal }: ImportContext,
  entity: EntityDefinition,
  { keyField, keys }: { keyField: string; keys: readonly string[] },
): Promise<Map<string, ExistingRow>> {
  const store = storeOf(entity);
  const { columns, toRow } = store.allColumns;
  const condition =
    keyField === idColumn ? sql`id = any(${sql.param([...keys])}::uuid[])` : hasOneOf(entity, keyField, keys);
  // `#mayUpdate`: no field can have such a name.
  const rows = await database.read<AnyRow & { "#mayUpdate": boolean }>(
    principal.tenantId,
    sql`select ${columns}, (${permittedRowsSql(principal, entity, "update")}) as "#mayUpdate" from ${store.from([])}
      where ${permittedRowsSql(principal, entity, "read")} and ${condition}`,
  );
  return new Map(
    rows.map(({ "#mayUpdate": mayUpdate, ...raw }) => {
      const row = toRow(raw as AnyRow);
      return [keyField === idColumn ? row.id : String(row[keyField]), { row, mayUpdate }];
    }),
  );
}
