import type { Locale, Text } from "#kit/text.ts";

/** The language of the page: the person's choice, otherwise that of the server. Components read it by `useLocale`. */
export const pageLocale = (): Locale => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");

/** A text in the page's language. */
export const t = (text: Text): string => text[pageLocale()];
