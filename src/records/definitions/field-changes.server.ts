import type { FieldConfig } from "#kit/field.ts";
import { removedValueDays } from "#kit/light-app.ts";
import { differs } from "#records/change/patch.server.ts";
import { formatString, type Locale, type Text, textBy } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import {
  type Conversion,
  conversionsOf,
  type DefinitionChange,
  type FieldNames,
  fieldNamesOf,
} from "./definition-change.server.ts";
import {
  countDuplicates,
  countSubValues,
  countUnconverted,
  countValues,
  type ValueCounts,
} from "./field-values.server.ts";
import { configsOf, type SubField, subFieldChanges, subFieldConverter } from "./sub-field-changes.server.ts";
import { countRewritten, rewriteOf } from "./rewrite-records.server.ts";

/** Maximum number of values of a field that a publication converts. */
const maxConverted = 500_000;
/** How many values of a field, and records of a new unique rule, are looked at where somebody waits for the review. */
const maxReviewed = { values: 10_000, records: 100_000 };
const [valuesText, convertedText] = [maxReviewed.values, maxConverted].map((n) => n.toLocaleString("en"));

export const changeKinds = ["add", "restore", "remove", "rename", "convert", "require", "unique"] as const;

/**
 * What a publication does to a field in existing records. `rows`: how many it concerns, including those in the trash. `path`: its place in the
 * definition. `isRefused`: it prevents the publication, for the reason in `text`.
 */
export type FieldChange = {
  path: string;
  kind: (typeof changeKinds)[number];
  rows: number;
  text: Text;
  isRefused: boolean;
};

const records = "{n} {n|record|records}";
const texts = {
  add: { zh: "新增字段“{name}”，现有 {n} 条数据中为空", en: `Adds {name}, which is empty in ${records}` },
  restore: { zh: "恢复字段“{name}”和 {n} 条数据中的值", en: `Restores {name} with its values in ${records}` },
  restoreSub: {
    zh: "恢复字段“{name}”；其后未修改的行找回原值，涉及 {n} 条数据",
    en: `Restores {name} in rows that have not changed since, in ${records}`,
  },
  remove: {
    zh: `移除字段“{name}”，{n} 条数据中的值保留 ${removedValueDays} 天`,
    en: `Removes {name}. Its values in ${records} are kept for ${removedValueDays} days.`,
  },
  rename: { zh: "字段“{from}”改名为“{name}”", en: "Renames {from} to {name}" },
  convert: { zh: "转换 {n} 条数据中“{name}”的值", en: `Converts the values of {name} in ${records}` },
  unconverted: {
    zh: "{n} 条数据中“{name}”的值无法转换为新类型，请先修改这些值，或新增一个字段",
    en: `The values of {name} in ${records} do not fit the new type. Change them first, or add another field.`,
  },
  someUnconverted: {
    zh: `前 ${valuesText} 条数据中，有 {n} 条“{name}”的值无法转换为新类型，请先修改这些值，或新增一个字段`,
    en: `The values of {name} in {n} of the first ${valuesText} records do not fit the new type. Change them first, or add another field.`,
  },
  tooMany: {
    zh: `{n} 条数据有“{name}”的值，最多可转换 ${convertedText} 条，请新增一个字段`,
    en: `${records} have values of {name}, and at most ${convertedText} can be converted. Add another field.`,
  },
  require: {
    zh: "“{name}”改为必填，{n} 条数据没有值，下次保存时须填写",
    en: `Makes {name} required. ${records} without a value will need one at the next save.`,
  },
  unique: {
    zh: "“{name}”须唯一，但 {n} 条数据的值重复，请先修改",
    en: `{name} must be unique, but ${records} repeat a value. Change them first.`,
  },
} satisfies Record<string, Text>;

/** Fills a text; names are in the language of the text. */
function fillText(text: Text, name: Text, values: { n?: number; from?: Text }): Text {
  return textBy((locale) =>
    formatString(text[locale], {
      name: name[locale],
      ...(values.n === undefined ? {} : { n: values.n }),
      ...(values.from === undefined ? {} : { from: values.from[locale] }),
    }),
  );
}

/**
 * How a publication is reviewed. `isThorough`: looks at all values, however many there are, which takes long. `signal` ends the review.
 */
export type ReviewDepth = { isThorough: boolean; signal?: AbortSignal | undefined };

async function planConversion(
  tx: Tx,
  { current, definition }: DefinitionChange,
  conversion: Conversion,
  { counts, isThorough, signal }: ReviewDepth & { counts: ValueCounts },
): Promise<FieldChange[]> {
  const { field, from } = conversion;
  const stored = counts[from].get(field) ?? 0;
  if (stored === 0) return [];
  const { name } = definition.fields[field]!;
  const change = (text: Text, rows: number, isRefused: boolean): FieldChange[] => [
    { path: `fields.${field}.type`, kind: "convert", rows, isRefused, text: fillText(text, name, { n: rows }) },
  ];
  if (stored > maxConverted) return change(texts.tooMany, stored, true);
  const limit = isThorough ? stored : Math.min(stored, maxReviewed.values);
  const unconverted = await countUnconverted(tx, current, conversion, { limit, signal });
  if (unconverted === 0) return change(texts.convert, stored, false);
  return change(limit < stored ? texts.someUnconverted : texts.unconverted, unconverted, true);
}

/** The name of a field in another one: with that of the other. */
function subFieldName(change: DefinitionChange, subField: SubField): { before: Text; after: Text } {
  const { before, after } = configsOf(change, subField);
  const outer = change.definition.fields[subField.field]!.name;
  const nameOf = (config: FieldConfig) => textBy((locale) => `${outer[locale]} › ${config.name[locale]}`);
  return { before: nameOf((before ?? after)!), after: nameOf((after ?? before)!) };
}

/** The conversion of the values of a field in another one, or of its kept values. */
async function planSubConversion(
  tx: Tx,
  change: DefinitionChange,
  subField: SubField,
  { from, stored, isThorough, signal }: ReviewDepth & { from: FieldConfig; stored: number },
): Promise<FieldChange[]> {
  const { after } = configsOf(change, subField);
  const convert = subFieldConverter(subField, { from, to: after! }, change);
  if (convert === undefined || stored === 0) return [];
  const isKept = Object.hasOwn(change.current.removedFields, subField.key);
  const conversion = isKept
    ? { field: subField.key, convert, from: "removed_data" as const }
    : { field: subField.field, convert, from: subField.from };
  const limit = isThorough ? maxConverted : maxReviewed.values;
  const unconverted = await countUnconverted(tx, change.current, conversion, { limit, signal });
  const isRefused = unconverted > 0;
  const text = isRefused ? (isThorough || stored <= limit ? texts.unconverted : texts.someUnconverted) : texts.convert;
  const rows = isRefused ? unconverted : stored;
  const name = subFieldName(change, subField).after;
  const path = `fields.${subField.field}.fields.${subField.name}.type`;
  return [{ path, kind: "convert", rows, isRefused, text: fillText(text, name, { n: rows }) }];
}

/** What a publication does to the fields in fields of rows and in groups. */
async function planSubFields(
  tx: Tx,
  change: DefinitionChange,
  { names, counts, ...depth }: ReviewDepth & { names: FieldNames; counts: ValueCounts },
): Promise<FieldChange[]> {
  const { added, restored, removed, remaining } = subFieldChanges(change, names);
  const changes: FieldChange[] = [];
  const add = (kind: FieldChange["kind"], subField: SubField, rows: number, text: Text, from?: Text): void => {
    const path = `fields.${subField.field}.fields.${subField.name}`;
    const { after } = subFieldName(change, subField);
    changes.push({
      path,
      kind,
      rows,
      isRefused: false,
      text: fillText(text, after, { n: rows, ...(from && { from }) }),
    });
  };
  const present = async (subField: SubField) => (await countSubValues(tx, change.current, subField)).present;
  for (const subField of added) add("add", subField, counts[subField.from].get(subField.field) ?? 0, texts.add);
  for (const subField of restored) {
    const rows = counts.removed_data.get(subField.key) ?? 0;
    add("restore", subField, rows, texts.restoreSub);
    changes.push(...(await planSubConversion(tx, change, subField, { ...depth, from: subField.config, stored: rows })));
  }
  for (const subField of removed) add("remove", subField, await present(subField), texts.remove);
  for (const subField of remaining) {
    const { before, after } = configsOf(change, subField) as { before: FieldConfig; after: FieldConfig };
    const name = subFieldName(change, subField);
    if (differs(before.name, after.name)) add("rename", subField, counts.total, texts.rename, name.before);
    if (after.required === true && before.required !== true)
      add("require", subField, (await countSubValues(tx, change.current, subField)).lacking, texts.require);
    if (subFieldConverter(subField, { from: before, to: after }, change) !== undefined)
      changes.push(
        ...(await planSubConversion(tx, change, subField, {
          ...depth,
          from: before,
          stored: await present(subField),
        })),
      );
  }
  return changes;
}

const ruleKey = (fields: readonly string[]) => fields.join("+");

/** The new unique rules that records break. Of very many records, the publication itself finds those that do. */
async function planUnique(
  tx: Tx,
  { current, definition }: DefinitionChange,
  { total }: ValueCounts,
): Promise<FieldChange[]> {
  if (total > maxReviewed.records) return [];
  const rules = new Set((current.definition.unique ?? []).map(ruleKey));
  const changes: FieldChange[] = [];
  for (const [index, fields] of (definition.unique ?? []).entries()) {
    if (rules.has(ruleKey(fields))) continue;
    const rows = await countDuplicates(tx, current, fields);
    if (rows === 0) continue;
    const nameIn = (locale: Locale) => fields.map((name) => definition.fields[name]!.name[locale]).join(" + ");
    const text = fillText(texts.unique, { zh: nameIn("zh"), en: nameIn("en") }, { n: rows });
    changes.push({ path: `unique.${index}`, kind: "unique", rows, isRefused: true, text });
  }
  return changes;
}

/** What a publication does to existing records, field by field, and how many of them it writes. Reads only. */
export async function planChanges(
  tx: Tx,
  change: DefinitionChange,
  depth: ReviewDepth,
): Promise<{ changes: FieldChange[]; rewritten: number }> {
  const { current, definition } = change;
  const names = fieldNamesOf(change);
  const conversions = conversionsOf(change, names);
  const [before, after] = [current.definition.fields, definition.fields];
  const newlyRequired = names.remaining.filter(
    (name) => after[name]!.required === true && before[name]!.required !== true,
  );
  const renamed = names.remaining.filter((name) => differs(before[name]!.name, after[name]!.name));
  const countedNames = [
    ...names.restored,
    ...names.removed,
    ...newlyRequired,
    ...conversions.map(({ field }) => field),
  ];
  const subFields = subFieldChanges(change, names);
  const subFieldNames = [...subFields.added.map(({ field }) => field), ...subFields.restored.map(({ key }) => key)];
  const counts = await countValues(tx, current, [...new Set([...countedNames, ...subFieldNames])]);
  const changesOf = (
    kind: Exclude<FieldChange["kind"], "convert" | "unique">,
    fields: readonly string[],
    rowsOf: (name: string) => number,
  ): FieldChange[] =>
    fields.map((name) => {
      const rows = rowsOf(name);
      const text = fillText(texts[kind], (after[name] ?? before[name])!.name, {
        n: rows,
        ...(kind === "rename" ? { from: before[name]!.name } : {}),
      });
      return { path: `fields.${name}`, kind, rows, isRefused: false, text };
    });
  const converted: FieldChange[] = [];
  // Those of values whose fields change are told field by field.
  const inSubFields = new Set(Object.values(subFields).flatMap((list) => list.map(({ field }) => field)));
  for (const conversion of conversions.filter(({ field }) => !inSubFields.has(field)))
    converted.push(...(await planConversion(tx, change, conversion, { ...depth, counts })));
  const changes = [
    ...changesOf("add", names.added, () => counts.total),
    ...changesOf("restore", names.restored, (name) => counts.removed_data.get(name) ?? 0),
    ...changesOf("remove", names.removed, (name) => counts.data.get(name) ?? 0),
    ...changesOf("rename", renamed, () => counts.total),
    ...changesOf("require", newlyRequired, (name) => counts.total - (counts.data.get(name) ?? 0)),
    ...converted,
    ...(await planSubFields(tx, change, { ...depth, names, counts })),
    ...(await planUnique(tx, change, counts)),
  ];
  return { changes, rewritten: await countRewritten(tx, change, rewriteOf(change), counts.total) };
}
