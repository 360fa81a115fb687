import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition, EntityType } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { several } from "#records/describe/read-cells.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { programView, viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";

type ImportContext = RowContext<UserPrincipal>;

/** Titles per query. */
const titleBatch = 1000;

function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}

/** A condition on rows whose field has one of these values, passed as text. */
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

/** The ids of rows of an entity by their titles, in either language; `several` when a title is ambiguous. Only rows that the person may select. */
export async function idsByTitle(
  database: Database,
  { principal, entities }: ImportContext,
  type: EntityType,
  titles: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const idOf = new Map<string, string>();
  const other = entities.find(type);
  if (!allows(principal, other, "read") || titles.size === 0) return idOf;
  const { titleField } = viewOf(principal, other).readable;
  const store = storeOf(other);
  const { columns, toRow } = store.fields([titleField]);
  const storage = columnsFor(other).find(({ field }) => field === titleField)?.storage;
  const selectable = whereOf(
    { readable: programView(other).readable, tenantId: principal.tenantId },
    other.selectable ?? { and: [] },
  );
  for (const some of inParts([...titles], titleBatch)) {
    const ids = some.filter((title) => uuidPattern.test(title.toLowerCase())).map((id) => id.toLowerCase());
    const byTitle = storage === "text" || storage === "json" ? hasOneOf(other, titleField, some) : sql`false`;
    const rows = await database.read<AnyRow>(
      principal.tenantId,
      sql`select ${columns} from ${store.from([])} where ${rowsFor(principal, other, "read")} and ${selectable}
        and (id = any(${sql.param(ids)}::uuid[]) or ${byTitle}) limit ${titleBatch * 10}`,
    );
    for (const row of rows.map(toRow)) {
      idOf.set(row.id, row.id);
      for (const title of new Set(titlesOf(row[titleField]))) idOf.set(title, idOf.has(title) ? several : row.id);
    }
  }
  return idOf;
}

/** A complete row, and whether this person may change it. */
export type FoundRow = { row: AnyRow; mayUpdate: boolean };

/** The readable rows with these keys: ids, or values of a unique field. */
export async function rowsByKey(
  database: Database,
  { principal }: ImportContext,
  entity: EntityDefinition,
  { keyField, keys }: { keyField: string; keys: readonly string[] },
): Promise<Map<string, FoundRow>> {
  const store = storeOf(entity);
  const { columns, toRow } = store.allColumns;
  const condition =
    keyField === idColumn ? sql`id = any(${sql.param([...keys])}::uuid[])` : hasOneOf(entity, keyField, keys);
  const rows = await database.read<AnyRow & { "#mayUpdate": boolean }>(
    principal.tenantId,
    sql`select ${columns}, (${rowsFor(principal, entity, "update")}) as "#mayUpdate" from ${store.from([])}
      where ${rowsFor(principal, entity, "read")} and ${condition}`,
  );
  return new Map(
    rows.map(({ "#mayUpdate": mayUpdate, ...raw }) => {
      const row = toRow(raw as AnyRow);
      return [keyField === idColumn ? row.id : String(row[keyField]), { row, mayUpdate }];
    }),
  );
}
