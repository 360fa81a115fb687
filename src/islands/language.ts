import type { Locale } from "#kit/text.ts";

/** The key in localStorage and the name of the cookie that store the chosen language (B-280). */
const storageKey = "locale_value";
const yearInSeconds = 31_536_000;

function storedChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the language for this page and the server, and notifies listeners (B-189). */
function storeLanguage(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Without storage the cookie alone stores the language.
  }
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${storageKey}=${locale}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${secure}`;
  document.dispatchEvent(new CustomEvent("meridian:language", { detail: { locale } }));
}

const isLocale = (value: unknown): value is Locale => value === "zh" || value === "en";

/** Remembers the language that a person chooses in the top bar or by address. */
export function rememberLanguage(): void {
  const requestedLocale = new URLSearchParams(location.search).get("language");
  const storedLocale = storedChoice();
  if (isLocale(requestedLocale) && requestedLocale !== storedLocale) storeLanguage(requestedLocale);
  // Sets the cookie again if it is missing, because the server reads the language from it.
  else if (requestedLocale === null && isLocale(storedLocale) && !document.cookie.includes(`${storageKey}=`))
    storeLanguage(storedLocale);

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-language]");
    if (link === null) return;
    storeLanguage(link.dataset.language as Locale);
    // The link keeps the other parameters of the address, because the page may depend on them.
    const url = new URL(location.href);
    url.searchParams.set("language", link.dataset.language!);
    link.href = url.href;
  });
}
