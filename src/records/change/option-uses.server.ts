import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { formatText, locales, type Text } from "#kit/text.ts";
import { dataSourceOf } from "#records/registry/enums.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { countSql } from "#records/query/count.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
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

/** A field that takes its options from a list of the space. */
type OptionUse = { entity: EntityDefinition; field: string; source: string };

const usesIn = ({ entities }: RowContext): OptionUse[] =>
  entities.all.flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([field, config]) => {
      const source = dataSourceOf(config);
      return source === undefined ? [] : [{ entity, field, source }];
    }),
  );

/** The place, with the number of records that have a value in the field, among those that the reader may read. */
async function countedPlace(
  tx: Tx,
  { principal }: RowContext,
  { entity, field }: OptionUse,
  place: Text,
): Promise<Text> {
  const { test } = storeOf(entity);
  const filled = test(field, ({ column }) => sql`${column} is not null`);
  const where = sql`${permittedRowsSql(principal, entity, "read")} and ${filled}`;
  const [counted] = await tx.rows<{ n: number }>(sql`select (${countSql({ entity, where }, limits.records + 1)}) as n`);
  const { n } = counted!;
  const placeIn = (text: Text, count: number): Text => {
    const [zh, en] = locales.map((locale) => formatText(text, { place: place[locale], n: count })[locale]);
    return { zh: zh!, en: en! };
  };
  return n > limits.records ? placeIn(texts.longPlace, limits.records) : placeIn(texts.countedPlace, n);
}

/** Why a list of options cannot be deleted: the fields that use it, of which the reader may know. With `tx`, the number of records of each. */
async function reasonOf(context: RowContext, uses: readonly OptionUse[], tx?: Tx): Promise<Text> {
  const { principal } = context;
  const known = uses.filter(
    ({ entity, field }) =>
      allows(principal, entity, "read") && Object.hasOwn(viewOf(principal, entity).readable.fields, field),
  );
  if (known.length === 0) return referencedText;
  const places: Text[] = [];
  for (const use of known.slice(0, limits.places)) {
    const [zh, en] = locales.map(
      (locale) => `${use.entity.name[locale]} · ${use.entity.fields[use.field]!.name[locale]}`,
    );
    const place = { zh: zh!, en: en! };
    places.push(tx === undefined ? place : await countedPlace(tx, context, use, place));
  }
  if (known.length > limits.places) places.push(formatText(texts.more, { n: known.length - limits.places }));
  const [zh, en] = locales.map(
    (locale) =>
      formatText(texts.used, { places: places.map((place) => place[locale]).join(separators[locale]) })[locale],
  );
  return { zh: zh!, en: en! };
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
    if (usesOfRow.length > 0) reasons.set(row.id, await reasonOf(context, usesOfRow, isCounted ? tx : undefined));
  }
  return reasons;
}
