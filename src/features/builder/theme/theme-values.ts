import type { AnyRow } from "#kit/entity.ts";
import { isEmpty } from "#kit/field.ts";
import type { ThemeFonts, ThemeTokens } from "#kit/site.ts";
import { isSame } from "#kit/same.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { isFontField, themeFields } from "#kit/theme-fields.ts";
import { fileUrlIn, themeFontsOf } from "#kit/theme-font.ts";

/** A theme as it is edited: its name and the values of `themeFields`; empty values are null. */
export type ThemeValues = { name: LocalizedValue<string> } & Readonly<Record<string, unknown>>;

/** A theme in the list of the space. */
export type ThemeChoice = { id: string; name: LocalizedValue<string> };

const fieldNames = Object.keys(themeFields) as (keyof typeof themeFields)[];
const tokenNames = fieldNames.filter((name) => !isFontField(name));

/** The edited values of a row. */
export const valuesOf = (row: AnyRow): ThemeValues => ({
  name: (row.name ?? {}) as LocalizedValue<string>,
  ...Object.fromEntries(fieldNames.map((name) => [name, row[name] ?? null])),
});

/** The tokens that pages get; empty values are absent. */
export const tokensOf = (values: ThemeValues): ThemeTokens =>
  Object.fromEntries(tokenNames.filter((name) => !isEmpty(values[name])).map((name) => [name, values[name]]));

/** The own fonts that pages get. */
export const fontsOf = ({ textFont, headingFont }: ThemeValues): ThemeFonts =>
  themeFontsOf(fileUrlIn(textFont), fileUrlIn(headingFont));

/** The values in which `values` differ from `saved`; what was emptied is null. */
export const changesTo = (saved: ThemeValues, values: ThemeValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, isEmpty(value) ? null : value] as const)
      .filter(([name, value]) => !isSame(saved[name] ?? null, value)),
  );
