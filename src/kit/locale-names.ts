import { type Locale, locales, type Text } from "./text.ts";

/** The names of the languages. */
export const localeNames: Record<Locale, Text> = {
  zh: { zh: "中文", en: "Chinese" },
  en: { zh: "英文", en: "English" },
};

/** The name of each language in itself, as inputs and columns of texts per language have it. */
export const ownLocaleNames: Record<Locale, string> = { zh: "中文", en: "English" };

/** The languages as options of a field. */
export const localeOptions: { key: Locale; name: Text }[] = locales.map((key) => ({ key, name: localeNames[key] }));
