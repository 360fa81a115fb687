/** The languages of the product, in the order in which editors show them. */
export const locales = ["zh", "en"] as const;
export type Locale = (typeof locales)[number];

/** A text in every language; a missing language does not compile. */
export type Text = Record<Locale, string>;

/** A value a person fills in per language; a language may still be empty. */
export type LocalizedValue<T> = Partial<Record<Locale, T>>;

export function isLocale(value: unknown): value is Locale {
  return value === "zh" || value === "en";
}

/** `T` with every `Text` in it replaced by the string of one language. */
export type Localized<T> = T extends Text
  ? string
  : T extends readonly (infer Item)[]
    ? Localized<Item>[]
    : T extends (...args: never[]) => unknown
      ? T
      : T extends object
        ? { [K in keyof T]: Localized<T[K]> }
        : T;

function isText(value: object): value is Text {
  const keys = Object.keys(value);
  return (
    keys.length === locales.length &&
    locales.every((locale) => typeof (value as Record<string, unknown>)[locale] === "string")
  );
}

/** Replaces every `Text` inside plain data by its string in `locale`, for sending it to a reader. */
export function localize<T>(value: T, locale: Locale): Localized<T> {
  if (Array.isArray(value)) return value.map((item) => localize(item, locale)) as Localized<T>;
  if (typeof value !== "object" || value === null) return value as Localized<T>;
  if (isText(value)) return value[locale] as Localized<T>;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, localize(item, locale)])) as Localized<T>;
}

/** The value in `locale`, or in the other language if this one is empty. */
export function inLocale<T>(value: LocalizedValue<T> | null | undefined, locale: Locale): T | undefined {
  const ownValue = value?.[locale];
  if (ownValue !== undefined && ownValue !== "") return ownValue;
  return locales.map((other) => value?.[other]).find((item) => item !== undefined && item !== "");
}

/** A text of which `make` returns the words in each language. */
export const textBy = (make: (locale: Locale) => string): Text => ({ zh: make("zh"), en: make("en") });

/** Replaces `{name}` in a text by its value, and `{name|one|other}` by the first word when the value is 1, else by the second. */
export function formatString(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)(?:\|(\w+)\|(\w+))?\}/g, (match, key: string, singular?: string, many?: string) => {
    const value = values[key];
    if (singular !== undefined && many !== undefined) return Number(value) === 1 ? singular : many;
    return String(value ?? match);
  });
}

/** `formatString` for both languages: `formatText({zh: "{n} 秒", en: "{n} {n|second|seconds}"}, {n: 60})`. */
export function formatText(text: Text, values: Record<string, string | number>): Text {
  return { zh: formatString(text.zh, values), en: formatString(text.en, values) };
}

/**
 * The string in `locale`, else in the other language, of a value from a page document: plain text or a localized text. Empty for an invalid value.
 */
export function textIn(value: unknown, locale: Locale): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const words = inLocale(value as LocalizedValue<unknown>, locale);
  return typeof words === "string" ? words : "";
}
