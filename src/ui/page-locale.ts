import type { Locale, Text } from "#kit/text.ts";

/** The language in which the page was rendered. */
export const pageLocale = (): Locale => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");

/** A text in the page's language. */
export const t = (text: Text): string => text[pageLocale()];
