import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
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

/** The column title of a field, or of the id. */
export const titleOfField = (entity: EntityDefinition, name: string): Text =>
  name === idColumn ? texts.id : entity.fields[name]!.name;

/** A title in a comparable form: without differences in width and case, and without the "*" that marks required columns. */
const normalizeTitle = (text: string): string => text.normalize("NFKC").trim().replace(/\*$/, "").trim().toLowerCase();

/** `mapping`: the field of each column, null for a column that is not imported. `keyField`: the field that identifies existing rows. */
export type Mapping = { mapping: (string | null)[]; keyField: string | null };

/** A mapping of columns whose titles equal the name of a field in either language, else its key. Each field is mapped once. */
export function guessMapping(principal: UserPrincipal, entity: EntityDefinition, titles: readonly string[]): Mapping {
  const keys = importKeys(principal, entity);
  const unmappedFields = new Set([...keys, ...importFields(principal, entity)]);
  const normalizedTitles = titles.map(normalizeTitle);
  const mapping = normalizedTitles.map((normalizedTitle, index) => {
    const isTitle = (text: string) => normalizeTitle(text) === normalizedTitle;
    // A field may be named "ID" as well. Exported files have the id of the row last.
    const isRepeated = normalizedTitles.indexOf(normalizedTitle, index + 1) !== -1;
    const names = [...unmappedFields].filter((name) => !isRepeated || name !== idColumn);
    const match =
      names.find((name) => locales.some((locale) => isTitle(titleOfField(entity, name)[locale]))) ??
      names.find(isTitle);
    if (normalizedTitle === "" || match === undefined) return null;
    unmappedFields.delete(match);
    return match;
  });
  return { mapping, keyField: keys.find((name) => mapping.includes(name)) ?? null };
}

/** The fields and keys that a person can map columns to, and whether the import may add rows. `isRequired`: a new row needs the field. */
export function mappingChoices(principal: UserPrincipal, entity: EntityDefinition, locale: Locale) {
  const keys = importKeys(principal, entity);
  const fields = importFields(principal, entity);
  const names = [...new Set([...keys, ...fields])];
  const mayAdd = importVerbs(viewOf(principal, entity)).includes("add");
  const requiredFields = mayAdd ? requiredFieldsOfNewRow(entity) : new Set();
  return {
    fields: names.map((field) => ({
      field,
      name: titleOfField(entity, field)[locale],
      isRequired: requiredFields.has(field),
    })),
    keys,
    mayAdd,
  };
}

/** The columns of a template for imports: the fields of a new row in the order of the form; all fields and keys if no rows may be added. */
export function templateFields(principal: UserPrincipal, entity: EntityDefinition, locale: Locale) {
  const { fields, mayAdd } = mappingChoices(principal, entity, locale);
  const { add } = viewOf(principal, entity).writable;
  if (!mayAdd) return fields;
  const names = importFields(principal, entity).filter((name) => add.has(name));
  return names.flatMap((name) => fields.find(({ field }) => field === name) ?? []);
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
  const allowed = new Set([...keys, ...importFields(principal, entity)]);
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
