import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
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

/** The fields that a person may write by a file, in the order of the form; rows with a value that is not stored have none. */
export function importFields(principal: UserPrincipal, entity: EntityDefinition): string[] {
  const { writable } = viewOf(principal, entity);
  const stored = new Set(columnsFor(entity).map(({ field }) => field));
  const names = new Set(importVerbs(principal, entity).flatMap((verb) => [...writable[verb]]));
  return [...names].filter((name) => stored.has(name));
}

/** The fields that can identify existing rows: the id, and unique fields. */
export function importKeys(principal: UserPrincipal, entity: EntityDefinition): string[] {
  if (!importVerbs(principal, entity).includes("update")) return [];
  const { readable } = viewOf(principal, entity);
  const unique = (entity.unique ?? []).flatMap((names) => (names.length === 1 ? names : []));
  return [
    idColumn,
    ...unique.filter((name) => Object.hasOwn(readable.fields, name) && readable.fields[name]!.localized !== true),
  ];
}

/** What the column of a field is called in both languages. */
export const titleOfField = (entity: EntityDefinition, name: string): Text =>
  name === idColumn ? texts.id : entity.fields[name]!.name;

const fold = (text: string): string => text.normalize("NFKC").trim().replace(/\*$/, "").trim().toLowerCase();

export type Mapping = { mapping: (string | null)[]; keyField: string | null };

/** The fields that columns with these titles probably mean, by their names in both languages, each field once. */
export function guessMapping(principal: UserPrincipal, entity: EntityDefinition, titles: readonly string[]): Mapping {
  const keys = importKeys(principal, entity);
  const available = new Set([...keys, ...importFields(principal, entity)]);
  const mapping = titles.map((title) => {
    const word = fold(title);
    const match = [...available].find((name) =>
      [name, ...locales.map((locale) => titleOfField(entity, name)[locale])].some((one) => fold(one) === word),
    );
    if (word === "" || match === undefined) return null;
    available.delete(match);
    return match;
  });
  return { mapping, keyField: keys.find((name) => mapping.includes(name)) ?? null };
}

/** What a person chooses from for each column, in their language. */
export function mappingChoices(principal: UserPrincipal, entity: EntityDefinition, locale: Locale) {
  const keys = importKeys(principal, entity);
  const fields = importFields(principal, entity);
  const names = keys.length === 0 ? fields : [...new Set([idColumn, ...keys, ...fields])];
  return {
    fields: names.map((field) => ({
      field,
      name: titleOfField(entity, field)[locale],
      isRequired: field !== idColumn && entity.fields[field]!.required === true,
    })),
    keys,
    mayAdd: importVerbs(principal, entity).includes("add"),
  };
}

/** @throws {Problem} invalid, naming each column whose field this person may not write (`columns.2`), and the key */
export function refuseMapping(
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
  if (keyField === null && !importVerbs(principal, entity).includes("add")) problems.keyField = texts.needsKey;
  if (keyField !== null && !keys.includes(keyField)) problems.keyField = texts.badKey;
  else if (keyField !== null && !mapping.includes(keyField)) problems.keyField = texts.noKey;
  const [first] = Object.values(problems);
  if (first !== undefined) throw new Problem("invalid", first, { fields: problems });
}
