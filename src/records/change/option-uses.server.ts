import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { formatText, type Text, textBy } from "#kit/text.ts";
import { dataSourcesIn } from "#records/registry/enums.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { countSql } from "#records/query/count.server.ts";
import { permittedIds, permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

export const referencedText: Text = { zh: "正在使用，不能删除", en: "This is in use and cannot be deleted" };
const texts = {
  used: { zh: "正在使用，不能删除：{places}", en: "This is in use and cannot be deleted: {places}" },
  countedPlace: { zh: "{place}（{n} 条数据）", en: "{place} ({n} {n|record|records})" },
  longPlace: { zh: "{place}（超过 {n} 条数据）", en: "{place} (more than {n} records)" },
  more: { zh: "另有 {n} 处", en: "and {n} more" },
} satisfies Record<string, Text>;

/** The number of fields that a refusal names, and up to which number it counts the records of each. */
const limits = { places: 5, records: 10_000 };
const separators = { zh: "、", en: ", " };

/** A field that uses something of the space. */
export type FieldUse = { entity: EntityDefinition; field: string };
/** A field that takes its options from a list of the space. */
type OptionUse = FieldUse & { source: string };

const usesIn = ({ entities }: RowContext): OptionUse[] =>
  entities.all.flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([field, config]) =>
      dataSourcesIn(config).map((source) => ({ entity, field, source })),
    ),
  );

/** Whether the reader may know of a field. */
const mayKnow = ({ principal }: Pick<RowContext, "principal">, { entity, field }: FieldUse): boolean =>
  allows(principal, entity, "read") && Object.hasOwn(viewOf(principal, entity).readable.fields, field);

/** The uses of which the reader may know, with those of their records that the reader may read; without uses that have none. */
export async function knownUses<U extends FieldUse & { ids: readonly string[] }>(
  tx: Tx,
  context: RowContext,
  uses: readonly U[],
): Promise<U[]> {
  const found: U[] = [];
  for (const use of uses.filter((candidate) => mayKnow(context, candidate))) {
    const ids = await permittedIds(tx, context.principal, use.entity, { verb: "read", ids: use.ids });
    if (ids.length > 0) found.push({ ...use, ids });
  }
  return found;
}

/** What a field is called: the name of its entity, and its own. */
export const nameOfUse = ({ entity, field }: FieldUse): Text =>
  textBy((locale) => `${entity.name[locale]} · ${entity.fields[field]!.name[locale]}`);

/** The number of records that meet a condition and that the reader may read, up to one above the limit. */
async function countRecords(
  tx: Tx,
  { principal }: RowContext,
  entity: EntityDefinition,
  condition: SQL,
): Promise<number> {
  const where = sql`${permittedRowsSql(principal, entity, "read")} and ${condition}`;
  const [counted] = await tx.rows<{ n: number }>(sql`select (${countSql({ entity, where }, limits.records + 1)}) as n`);
  return counted!.n;
}

/** Counts the records that have a value in a field. */
const countFilled =
  (tx: Tx, context: RowContext) =>
  ({ entity, field }: FieldUse): Promise<number> =>
    countRecords(
      tx,
      context,
      entity,
      storeOf(entity).test(field, ({ column }) => sql`${column} is not null`),
    );

/** The name of a field with a number of records. */
function countedName(use: FieldUse, n: number): Text {
  const text = n > limits.records ? texts.longPlace : texts.countedPlace;
  const count = Math.min(n, limits.records);
  const name = nameOfUse(use);
  return textBy((locale) => formatText(text, { place: name[locale], n: count })[locale]);
}

/** Why something cannot be deleted: the fields that use it, of which the reader may know, with the number of records of each. */
export async function textOfUses<U extends FieldUse>(
  context: RowContext,
  uses: readonly U[],
  count?: (use: U) => Promise<number> | number,
): Promise<Text> {
  const visibleUses = uses.filter((use) => mayKnow(context, use));
  if (visibleUses.length === 0) return referencedText;
  const places: Text[] = [];
  for (const use of visibleUses.slice(0, limits.places))
    places.push(count === undefined ? nameOfUse(use) : countedName(use, await count(use)));
  if (visibleUses.length > limits.places)
    places.push(formatText(texts.more, { n: visibleUses.length - limits.places }));
  return textBy(
    (locale) =>
      formatText(texts.used, { places: places.map((place) => place[locale]).join(separators[locale]) })[locale],
  );
}

/**
 * Why some of these rows cannot be deleted, by id: they are lists of options that fields of the space use. `isCounted`: with the number of records that
 * have a value in each field.
 */
export async function optionUses(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { ids, isCounted }: { ids: readonly string[]; isCounted: boolean },
): Promise<Map<string, Text>> {
  const reasons = new Map<string, Text>();
  const uses = entity.optionsBy === undefined || ids.length === 0 ? [] : usesIn(context);
  if (uses.length === 0) return reasons;
  const { from, fields } = storeOf(entity);
  const { columns, toRow } = fields([entity.optionsBy!]);
  const rows = await tx.rows(
    sql`select ${columns} from ${from([])} where ${permittedRowsSql(context.principal, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  for (const row of rows.map((raw) => toRow(raw as never))) {
    const usesOfRow = uses.filter(({ source }) => source === row[entity.optionsBy!]);
    if (usesOfRow.length > 0)
      reasons.set(row.id, await textOfUses(context, usesOfRow, isCounted ? countFilled(tx, context) : undefined));
  }
  return reasons;
}
