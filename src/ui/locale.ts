import { useSyncExternalStore } from "react";
import type { Locale, Text } from "#kit/text.ts";

/** Name of the local entry and of the cookie that keep the chosen language (B-280). */
const key = "locale_value";
const year = 31_536_000;
const listeners = new Set<() => void>();

/** The language of the page: chosen by the person, else by the server. */
export function currentLocale(): Locale {
  return document.documentElement.lang.startsWith("zh") ? "zh" : "en";
}

/** Changes the language of everything that is open, and remembers it for this browser and for the server (B-189). */
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

/** The other language, in that language, for the language button. */
export const otherLanguage = {
  zh: { locale: "en", name: "EN", lang: "en" },
  en: { locale: "zh", name: "中文", lang: "zh-CN" },
} as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of the page, for components. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, () => "en");
}

/** Gives wording in the language of the page: `const t = useText()`. */
export function useText(): (text: Text) => string {
  const locale = useLocale();
  return (text) => text[locale];
}
