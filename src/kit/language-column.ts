import type { FieldConfig } from "./field.ts";
import { ownLocaleNames } from "./locale-names.ts";
import { type Locale, locales, type Text } from "./text.ts";

/** A column of a sheet: a field, and for a text per language the language of the column. */
export type LanguageColumn = { field: string; language?: Locale | undefined };

/** The key of a column, such as `title.en`; names of fields have no dots. */
export const columnKey = ({ field, language }: LanguageColumn): string =>
  language === undefined ? field : `${field}.${language}`;

/** Parses a key; what is no key of a column in a language counts as the name of a field. */
export function columnOfKey(key: string): LanguageColumn {
  const language = locales.find((locale) => key.endsWith(`.${locale}`));
  return language === undefined ? { field: key } : { field: key.slice(0, -language.length - 1), language };
}

/** The columns of a field in a sheet with these languages: one per language if the field has a text per language. */
export const columnsOfField = (
  field: string,
  { localized }: Pick<FieldConfig, "localized">,
  languages: readonly Locale[],
): LanguageColumn[] => (localized === true ? languages.map((language) => ({ field, language })) : [{ field }]);

/** The title of a column with the texts of a field in one language, such as `Title (中文)`. */
export const titleInLanguage = ({ zh, en }: Text, language: Locale): Text => ({
  zh: `${zh}（${ownLocaleNames[language]}）`,
  en: `${en} (${ownLocaleNames[language]})`,
});
