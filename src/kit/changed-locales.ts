import { locales } from "./text.ts";

/** The edited languages of a localized value, separated by spaces; typing in another language is a separate undo step. */
export function changedLocales(before: unknown, after: unknown): string {
  if (typeof after !== "object" || after === null) return "";
  const [previous, now] = [(before ?? {}) as Record<string, unknown>, after as Record<string, unknown>];
  return locales.filter((locale) => previous[locale] !== now[locale]).join(" ");
}
