import { sql } from "drizzle-orm";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type Locale, textIn } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";

/** The title of a row in a reader's language, from the value of the title field. */
export const titleOf = (value: unknown, locale: Locale): string =>
  typeof value === "object" ? textIn(value, locale) : String(value ?? "");

type Labelled = Pick<ReadableEntity, "titleField" | "labelField">;

/** The fields that name a row where others refer to it. */
export const labelFieldsOf = ({ titleField, labelField }: Labelled): string[] => [
  titleField,
  ...(labelField === undefined ? [] : [labelField]),
];

/** The name of a row where others refer to it. */
export const labelOf = (row: AnyRow, { titleField, labelField }: Labelled, locale: Locale): string =>
  (labelField === undefined ? "" : titleOf(row[labelField], locale)) || titleOf(row[titleField], locale);

const isId = (value: unknown): value is string => typeof value === "string";

/** The referenced ids of rows, by entity. */
function referencedIds(
  entity: EntityDefinition,
  rows: readonly Readonly<Record<string, unknown>>[],
): Map<string, Set<string>> {
  const idsByType = new Map<string, Set<string>>();
  for (const [name, field] of Object.entries(entity.fields)) {
    const target = fieldTypeOf(field).references?.(field);
    if (target === undefined) continue;
    const ids = idsByType.get(target.entity) ?? new Set();
    for (const row of rows) for (const id of [row[name]].flat().filter(isId)) ids.add(id);
    if (ids.size > 0) idsByType.set(target.entity, ids);
  }
  return idsByType;
}

type Reader = RowContext & { locale: Locale };

async function readTitles(
  database: Database,
  { principal, entities, locale }: Reader,
  type: string,
  ids: ReadonlySet<string>,
): Promise<[string, string][]> {
  const entity = entities.find(type);
  if (!allows(principal, entity, "read")) return [];
  const { readable } = viewOf(principal, entity);
  const store = storeOf(entity);
  const { columns, toRow } = store.fields(labelFieldsOf(readable));
  const rows = await database.readForDisplay<AnyRow>(
    principal.tenantId,
    sql`select ${columns} from ${store.from([])}
      where ${permittedRowsSql(principal, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  return rows.map(toRow).map((row) => [row.id, labelOf(row, readable, locale)]);
}

/** The titles of referenced rows, by id, without rows that the reader may not read. One query per entity. */
export async function titlesFor(
  database: Database,
  reader: Reader,
  entity: EntityDefinition,
  rows: readonly AnyValues[],
): Promise<Record<string, string>> {
  const titles = await Promise.all(
    [...referencedIds(entity, rows)].map(([type, ids]) => readTitles(database, reader, type, ids)),
  );
  return Object.fromEntries(titles.flat());
}
