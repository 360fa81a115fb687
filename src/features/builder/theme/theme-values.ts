import type { AnyRow } from "#kit/entity.ts";
import { isEmpty } from "#kit/field.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { isSame } from "#kit/same.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { themeFields } from "#kit/theme-fields.ts";

/** A theme as it is edited: its name and the values of `themeFields`; empty values are null. */
export type ThemeValues = { name: LocalizedValue<string> } & Readonly<Record<string, unknown>>;

/** A theme in the list of the space. */
export type ThemeChoice = { id: string; name: LocalizedValue<string> };

const tokenNames = Object.keys(themeFields) as (keyof typeof themeFields)[];

/** The edited values of a row. */
export const valuesOf = (row: AnyRow): ThemeValues => ({
  name: (row.name ?? {}) as LocalizedValue<string>,
  ...Object.fromEntries(tokenNames.map((name) => [name, row[name] ?? null])),
});

/** The tokens that pages get; empty values are absent. */
export const tokensOf = (values: ThemeValues): ThemeTokens =>
  Object.fromEntries(tokenNames.filter((name) => !isEmpty(values[name])).map((name) => [name, values[name]]));

/** The values in which `values` differ from `saved`; what was emptied is null. */
export const changesTo = (saved: ThemeValues, values: ThemeValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, isEmpty(value) ? null : value] as const)
      .filter(([name, value]) => !isSame(saved[name] ?? null, value)),
  );
