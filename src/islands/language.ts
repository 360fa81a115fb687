import type { Locale } from "#kit/text.ts";

/** Name of the local entry and of the cookie that keep the chosen language (B-280). */
const key = "locale_value";
const year = 31_536_000;

function storedChoice(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the language for this page and the server, and notifies listeners (B-189). */
function choose(locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // Without storage the cookie alone stores the language.
  }
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${key}=${locale}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
  document.dispatchEvent(new CustomEvent("meridian:language", { detail: { locale } }));
}

const isLocale = (value: unknown): value is Locale => value === "zh" || value === "en";

/** Remembers the language that a person chooses in the top bar or by address. */
export function keepLanguage(): void {
  const requestedLocale = new URLSearchParams(location.search).get("language");
  const storedLocale = storedChoice();
  if (isLocale(requestedLocale) && requestedLocale !== storedLocale) choose(requestedLocale);
  // The cookie of the stored language is missing, so the server did not know it.
  else if (requestedLocale === null && isLocale(storedLocale) && !document.cookie.includes(`${key}=`))
    choose(storedLocale);

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-language]");
    if (link === null) return;
    choose(link.dataset.language as Locale);
    // The rest of the address stays, so that a page that depends on it is still the same page.
    const url = new URL(location.href);
    url.searchParams.set("language", link.dataset.language!);
    link.href = url.href;
  });
}
