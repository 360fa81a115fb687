import type { Locale } from "./text.ts";

/** Hints at a visitor's language. Expensive parts are functions, called only if nothing before them decides. */
export type LanguageHints = {
  /** `?language=` of the address. */
  chosenLanguage: Locale | undefined;
  /** The language stored in this browser. */
  stored: () => Locale | undefined;
  /** ISO 3166 code; undefined when it is unknown. */
  country: () => string | undefined;
  /** The browser's `Accept-Language`. */
  accepted: string | undefined;
  /** The default language that an administrator set for the site. */
  site: () => Locale | undefined;
};

/** Determines the language of a request, for pages and calls alike. */
export function languageOf({ chosenLanguage, stored, country, accepted, site }: LanguageHints): Locale {
  const preference = chosenLanguage ?? stored();
  if (preference !== undefined) return preference;
  const code = country();
  if (code !== undefined) return code === "CN" ? "zh" : "en";
  return acceptedLocale(accepted) ?? site() ?? "en";
}

function localeOfTag(tag: string): Locale | undefined {
  const language = tag.split("-", 1)[0]!.toLowerCase();
  return language === "zh" || language === "en" ? language : undefined;
}

/** The supported language that an `Accept-Language` header prefers: "zh-TW,en;q=0.8" is "zh". Undefined when it names neither. */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  let best: Locale | undefined;
  let bestQuality = 0;
  for (const item of header?.split(",") ?? []) {
    const [tag = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
    const locale = localeOfTag(tag);
    if (locale === undefined || !(weight > bestQuality)) continue;
    best = locale;
    bestQuality = weight;
  }
  return best;
}
