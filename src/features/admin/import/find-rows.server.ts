import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition, EntityType } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { ambiguousTitle } from "#records/describe/read-cells.server.ts";
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

const titlesOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).filter((text) => typeof text === "string")
    : [String(value)];

/**
 * The ids of the rows with these titles, in either language, or with these ids, by title and by id; `ambiguousTitle` for an ambiguous title. Only rows
 * that the person may read and select. The result also has the other titles of these rows.
 */
export async function idsByTitle(
  database: Database,
  { principal, entities }: ImportContext,
  type: EntityType,
  titles: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const idsByText = new Map<string, string>();
  const entity = entities.find(type);
  if (!allows(principal, entity, "read") || titles.size === 0) return idsByText;
  const { titleField } = viewOf(principal, entity).readable;
  const store = storeOf(entity);
  const { columns, toRow } = store.fields([titleField]);
  const storage = columnsFor(entity).find(({ field }) => field === titleField)?.storage;
  const selectable = whereOf(
    { readable: programView(entity).readable, tenantId: principal.tenantId },
    entity.selectable ?? { and: [] },
  );
  for (const batch of batchesOf([...titles], titlesPerQuery)) {
    const ids = batch.filter((title) => uuidPattern.test(title.toLowerCase())).map((id) => id.toLowerCase());
    const byTitle = storage === "text" || storage === "json" ? hasOneOf(entity, titleField, batch) : sql`false`;
    // The limit bounds the memory if very many rows have the same titles.
    const rows = await database.read<AnyRow>(
      principal.tenantId,
      sql`select ${columns} from ${store.from([])} where ${permittedRowsSql(principal, entity, "read")} and ${selectable}
        and (id = any(${sql.param(ids)}::uuid[]) or ${byTitle}) limit ${titlesPerQuery * 10}`,
    );
    for (const row of rows.map(toRow)) {
      idsByText.set(row.id, row.id);
      for (const title of new Set(titlesOf(row[titleField])))
        idsByText.set(title, idsByText.has(title) ? ambiguousTitle : row.id);
    }
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
