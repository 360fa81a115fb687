import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { fillPlaceholders, type Placeholders } from "#kit/placeholder.ts";
import { inLocale, type Locale, type LocalizedValue, locales, textBy } from "#kit/text.ts";

/** The maximum number of variables of a space that are read at once. */
const maxVariables = 500;

/** A variable of a space (entities/placeHolderVar.ts). */
export type VariableRow = {
  name: string;
  intro: LocalizedValue<string> | null;
  value: LocalizedValue<string> | null;
};

/** The variables of a space. */
export const variablesSql = (tenantId: string): SQL => sql`
  select name, intro, value from place_holder_var
  where tenant_id = ${tenantId}::uuid and deleted_at is null order by name limit ${maxVariables}`;

/** The values of these variables by their names; a language without a value has that of the other one. */
export const placeholdersOf = (rows: readonly VariableRow[]): Placeholders =>
  new Map(rows.map(({ name, value }) => [name, textBy((locale) => inLocale(value, locale) ?? "")]));

const isText = (value: object): value is Record<string, string> =>
  Object.keys(value).length === locales.length &&
  locales.every((locale) => typeof (value as Record<string, unknown>)[locale] === "string");

/** Plain data with the values of the variables in all of its texts of two languages. */
export function withPlaceholders<T>(data: T, placeholders: Placeholders): T {
  if (placeholders.size === 0 || typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => withPlaceholders(item, placeholders)) as T;
  if (isText(data))
    return textBy((locale) => fillPlaceholders(data[locale]!, (name) => placeholders.get(name)?.[locale])) as T;
  return Object.fromEntries(
    Object.entries(data).map(([key, item]) => [key, withPlaceholders(item, placeholders)]),
  ) as T;
}

/** An address of an action with the values of the variables that it names, encoded. `{id}` stays. */
export const filledAddress = (
  { variables }: Pick<EntityDefinition, "variables">,
  url: string,
  locale: Locale,
): string => {
  if (variables === undefined) return url;
  return fillPlaceholders(url, (name) => {
    const value = variables.get(name)?.[locale];
    return value === undefined ? undefined : encodeURIComponent(value);
  });
};
