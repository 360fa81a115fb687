import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { columnKey, columnOfKey, columnsOfField, titleInLanguage } from "#kit/language-column.ts";
import { localeNames, ownLocaleNames } from "#kit/locale-names.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { requiredFieldsOfNewRow } from "#records/change/save.server.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { importVerbs } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const texts = {
  id: { zh: "ID", en: "ID" },
  closed: { zh: "不能导入这个字段", en: "This field cannot be imported" },
  twice: { zh: "已有其他列使用这个字段", en: "Another column already uses this field" },
  none: { zh: "请至少为一列选择字段", en: "Choose a field for at least one column" },
  noKey: { zh: "请选择用于识别记录的列", en: "Choose the column that identifies records" },
  badKey: { zh: "不能用这个字段识别记录", en: "Records cannot be identified by this field" },
  needsKey: {
    zh: "您只能修改已有记录，请选择用于识别记录的字段",
    en: "You can only change existing records. Choose the field that identifies them.",
  },
} satisfies Record<string, Text>;

/** The stored fields that a person may write by importing, in the order of the form. */
export function importFields(principal: UserPrincipal, entity: EntityDefinition): string[] {
  const { writable } = viewOf(principal, entity);
  const storedFields = new Set(columnsFor(entity).map(({ field }) => field));
  const names = new Set(importVerbs(viewOf(principal, entity)).flatMap((verb) => [...writable[verb]]));
  return [...names].filter((name) => storedFields.has(name));
}

/** The fields that can identify existing rows: the id, and unique fields. */
export function importKeys(principal: UserPrincipal, entity: EntityDefinition): string[] {
  if (!importVerbs(viewOf(principal, entity)).includes("update")) return [];
  const { readable } = viewOf(principal, entity);
  const uniqueFields = (entity.unique ?? []).flatMap((names) => (names.length === 1 ? names : []));
  return [
    idColumn,
    ...uniqueFields.filter((name) => Object.hasOwn(readable.fields, name) && readable.fields[name]!.localized !== true),
  ];
}

/** The title of a field, or of the id. */
const titleOfField = (entity: EntityDefinition, name: string): Text =>
  name === idColumn ? texts.id : entity.fields[name]!.name;

/** The title of a column with this key: of a field, of its texts in one language, or of the id. */
export function titleOfColumn(entity: EntityDefinition, key: string): Text {
  const { field, language } = columnOfKey(key);
  const title = titleOfField(entity, field);
  return language === undefined ? title : titleInLanguage(title, language);
}

/** The keys of the columns of a field: one, or one per language, that of the reader first. */
function keysOfField(entity: EntityDefinition, name: string, locale: Locale): string[] {
  const languages = locales.toSorted((one, other) => Number(other === locale) - Number(one === locale));
  return columnsOfField(name, entity.fields[name] ?? {}, languages).map(columnKey);
}

/** A title in a comparable form: without differences in width, case, the number of blanks and blanks before a bracket, and without the "*" that marks required columns. */
const normalizeTitle = (text: string): string =>
  text.normalize("NFKC").trim().replace(/\*$/, "").trim().replace(/\s+/g, " ").replaceAll(" (", "(").toLowerCase();

/**
 * `mapping`: the key of each column, null for a column that is not imported: a field such as `slug`, or its texts in one language such as `title.en`.
 * `keyField`: the field that identifies existing rows.
 */
export type Mapping = { mapping: (string | null)[]; keyField: string | null };

/** A mapping in which each text per language has a language; a field alone means that of the reader. */
export const completeMapping = (
  entity: EntityDefinition,
  mapping: Mapping["mapping"],
  locale: Locale,
): Mapping["mapping"] =>
  mapping.map((key) =>
    key !== null && Object.hasOwn(entity.fields, key) && entity.fields[key]!.localized === true
      ? columnKey({ field: key, language: locale })
      : key,
  );

/** The words that name a language in the title of a column. */
const languageWords = (language: Locale): string[] => [
  ownLocaleNames[language],
  ...Object.values(localeNames[language]),
  language,
];

/** The titles by which a column is found, the best ones first. */
function titlesOfColumn(entity: EntityDefinition, key: string, locale: Locale): string[] {
  const { field, language } = columnOfKey(key);
  const title = titleOfField(entity, field);
  if (language === undefined) return Object.values(title);
  const withLanguage = Object.values(title).flatMap((name) =>
    languageWords(language).map((word) => `${name}(${word})`),
  );
  // A title without a language is in the language of its texts; if it is the same in both, they are in that of the reader.
  const isOwn = title.zh !== title.en || language === locale;
  return [...withLanguage, ...(isOwn ? [title[language]] : [])];
}

/** A mapping of columns whose titles equal the name of a field in either language, else its key. Each key is mapped once. */
export function guessMapping(
  { principal, entity, locale }: { principal: UserPrincipal; entity: EntityDefinition; locale: Locale },
  titles: readonly string[],
): Mapping {
  const keys = importKeys(principal, entity);
  const unmappedKeys = new Set(
    [...keys, ...importFields(principal, entity)].flatMap((name) => keysOfField(entity, name, locale)),
  );
  const normalizedTitles = titles.map(normalizeTitle);
  const mapping = normalizedTitles.map((normalizedTitle, index) => {
    const isTitle = (text: string) => normalizeTitle(text) === normalizedTitle;
    // A field may be named "ID" as well. Exported files have the id of the row last.
    const isRepeated = normalizedTitles.indexOf(normalizedTitle, index + 1) !== -1;
    const offeredKeys = [...unmappedKeys].filter((key) => !isRepeated || key !== idColumn);
    const match =
      offeredKeys.find((key) => titlesOfColumn(entity, key, locale).some(isTitle)) ??
      offeredKeys.find((key) => isTitle(key) || isTitle(columnOfKey(key).field));
    if (normalizedTitle === "" || match === undefined) return null;
    unmappedKeys.delete(match);
    return match;
  });
  return { mapping, keyField: keys.find((name) => mapping.includes(name)) ?? null };
}

/** What a person can map columns to, and whether the import may add rows. `isRequired`: a new row needs the field, in one language. */
export function mappingChoices(principal: UserPrincipal, entity: EntityDefinition, locale: Locale) {
  const keys = importKeys(principal, entity);
  const fields = importFields(principal, entity);
  const names = [...new Set([...keys, ...fields])];
  const mayAdd = importVerbs(viewOf(principal, entity)).includes("add");
  const requiredFields = mayAdd ? requiredFieldsOfNewRow(entity) : new Set();
  return {
    fields: names.flatMap((name) =>
      keysOfField(entity, name, locale).map((key) => ({
        field: key,
        name: titleOfColumn(entity, key)[locale],
        isRequired: requiredFields.has(name),
      })),
    ),
    keys,
    mayAdd,
  };
}

/** The columns of a template for imports: the fields of a new row in the order of the form; all fields and keys if no rows may be added. */
export function templateFields(principal: UserPrincipal, entity: EntityDefinition, locale: Locale) {
  const { fields, mayAdd } = mappingChoices(principal, entity, locale);
  const { add } = viewOf(principal, entity).writable;
  const names = importFields(principal, entity).filter((name) => add.has(name));
  const offered = mayAdd ? names : [...new Set(fields.map(({ field }) => columnOfKey(field).field))];
  return offered.flatMap((name) => {
    const column = fields.find(({ field }) => columnOfKey(field).field === name);
    return column === undefined ? [] : [{ ...column, field: name, name: titleOfField(entity, name)[locale] }];
  });
}

/**
 * Checks a mapping.
 * @throws {Problem} invalid, with a problem for each column whose field this person may not write (`columns.2`), and for an invalid key
 */
export function refuseInvalidMapping(
  principal: UserPrincipal,
  entity: EntityDefinition,
  { mapping, keyField }: Mapping,
): void {
  const keys = importKeys(principal, entity);
  const names = [...keys, ...importFields(principal, entity)];
  const allowed = new Set(names.flatMap((name) => keysOfField(entity, name, "zh")));
  const problems: FieldProblems = {};
  mapping.forEach((name, index) => {
    if (name === null) return;
    if (!allowed.has(name)) problems[`columns.${index}`] = texts.closed;
    else if (mapping.indexOf(name) < index) problems[`columns.${index}`] = texts.twice;
  });
  if (mapping.every((name) => name === null || name === idColumn)) problems.columns = texts.none;
  if (keyField === null && !importVerbs(viewOf(principal, entity)).includes("add")) problems.keyField = texts.needsKey;
  if (keyField !== null && !keys.includes(keyField)) problems.keyField = texts.badKey;
  else if (keyField !== null && !mapping.includes(keyField)) problems.keyField = texts.noKey;
  const [firstProblem] = Object.values(problems);
  if (firstProblem !== undefined) throw new Problem("invalid", firstProblem, { fields: problems });
}
