import { type SQL, sql } from "drizzle-orm";
import type { Choice } from "#kit/field.ts";
import { isObject } from "#kit/is-object.ts";
import { inLocale, type LocalizedValue, type Text } from "#kit/text.ts";
import { dataSourceChoices, isDataSource } from "./data-sources.server.ts";
import { listAtPath } from "./option-paths.server.ts";

/** The maximum number of option sets of a space that are read at once. */
const maxEnums = 500;

/** An option set as its table has it. */
export type EnumRow = {
  id: string;
  version: number;
  name: string;
  title: LocalizedValue<string> | null;
  isPublic: boolean | null;
  keyValue: EnumOption[] | null;
};
type EnumOption = {
  key?: string | null;
  value?: LocalizedValue<string> | null;
  color?: string | null;
  isDisabled?: boolean | null;
};

/** The columns of `EnumRow`. `names`: only these sets. */
export const enumsSql = (tenantId: string, names?: readonly string[]): SQL => sql`
  select id, version, name, title, is_public as "isPublic", key_value as "keyValue" from enum
  where tenant_id = ${tenantId}::uuid and deleted_at is null
    ${names === undefined ? sql`` : sql`and name = any(${sql.param(names)}::text[])`} order by name limit ${maxEnums}`;

/** A text that may have only one language: the other one is the same. */
function textOf(value: LocalizedValue<string> | null | undefined, fallback: string): Text {
  return { zh: inLocale(value, "zh") ?? fallback, en: inLocale(value, "en") ?? fallback };
}

/** The options of a set, in its order. */
export const choicesOfEnum = ({ keyValue }: Pick<EnumRow, "keyValue">): Choice[] =>
  (keyValue ?? []).map(({ key, value, color, isDisabled }) => ({
    key: String(key),
    name: textOf(value, String(key)),
    ...(typeof color === "string" && color !== "" ? { color } : {}),
    ...(isDisabled === true ? { disabled: true } : {}),
  }));

/** Finds the options that a field's `dataSource` names; undefined when there is no such list. */
export type OptionSources = (source: string) => readonly Choice[] | undefined;

/** The lists of the program, and these option sets of a space. */
export function optionSources(enums: readonly EnumRow[] = []): OptionSources {
  const byName = new Map(enums.map((row) => [row.name, choicesOfEnum(row)]));
  return (source) => (isDataSource(source) ? dataSourceChoices(source) : byName.get(source));
}

/** The name of the list that the options of a field come from, if any. A path that lists options stands for its list. */
export function dataSourceOf(field: object): string | undefined {
  const { dataSource } = field as { dataSource?: unknown };
  if (typeof dataSource !== "string") return undefined;
  return dataSource.includes("/") ? (listAtPath(dataSource) ?? dataSource) : dataSource;
}

/** The fields of the rows of a field, or of a group; none for other fields. */
export const subFieldsIn = (field: object): Readonly<Record<string, object>> => {
  const { fields } = field as { fields?: unknown };
  return isObject(fields) ? (fields as Record<string, object>) : {};
};

/** The names of the lists that the options of a field come from, and those of the fields in it. */
export const dataSourcesIn = (field: object): string[] =>
  [field, ...Object.values(subFieldsIn(field))].flatMap((one) => dataSourceOf(one) ?? []);

/** The names of option sets that the fields of a definition refer to. */
export const enumNamesIn = (fields: Readonly<Record<string, object>>): string[] =>
  Object.values(fields)
    .flatMap(dataSourcesIn)
    .filter((source) => !isDataSource(source));

/** A field with the options that its `dataSource` names, none if there is no such list; likewise for the fields in it. */
export function withOptions<F extends object>(field: F, sources: OptionSources): F {
  const source = dataSourceOf(field);
  const inner = Object.entries(subFieldsIn(field));
  if (source === undefined && inner.length === 0) return field;
  return {
    ...field,
    ...(source === undefined ? {} : { options: sources(source) ?? [] }),
    ...(inner.length === 0
      ? {}
      : { fields: Object.fromEntries(inner.map(([name, one]) => [name, withOptions(one, sources)])) }),
  };
}
