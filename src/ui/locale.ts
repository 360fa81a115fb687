import { useSyncExternalStore } from "react";
import type { Locale, Text } from "#kit/text.ts";
import { pageLocale } from "./page-locale.ts";

/** Name of the localStorage entry and of the cookie for the chosen language (B-280). */
const key = "locale_value";
/** Seconds. */
const year = 31_536_000;
const listeners = new Set<() => void>();

/** Changes the language of the page, and stores the choice in localStorage and a cookie, which the server reads (B-189). */
export function chooseLocale(locale: Locale): void {
  document.documentElement.lang = locale === "zh" ? "zh-CN" : "en";
  try {
    localStorage.setItem(key, locale);
  } catch {
    // The cookie alone is enough.
  }
  document.cookie = `${key}=${locale}; Path=/; Max-Age=${year}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  for (const listener of listeners) listener();
  document.dispatchEvent(new CustomEvent("meridian:language", { detail: { locale } }));
}

/** The other language for each language, with its name in that language. */
export const otherLanguage = {
  zh: { locale: "en", name: "EN", lang: "en" },
  en: { locale: "zh", name: "中文", lang: "zh-CN" },
} as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A hook: the language of the page. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, pageLocale, () => "en");
}

/** A hook that returns a function for texts in the language of the page: `const t = useText()`. */
export function useText(): (text: Text) => string {
  const locale = useLocale();
  return (text) => text[locale];
}
