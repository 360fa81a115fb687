import type { IncomingMessage } from "node:http";
import type { Locale } from "#kit/text.ts";
import { langOf } from "#render/page/page-head.server.tsx";
import type { NewPage } from "#server/http/page-cache.server.ts";
import { commonHeaders } from "#server/http/security-headers.server.ts";
import type { RenderedPage } from "./make-page.server.ts";
import { storedLocale } from "./visitor.server.ts";

/** A year: how long a chosen language is stored. */
const languageMaxAgeSeconds = 31_536_000;

/** Adds the headers that are the same for every visitor to a rendered page. */
export function withHeaders(
  { html, policy, status, tags, link, location, changesAt }: RenderedPage,
  locale: Locale,
  isHttps: boolean,
): NewPage {
  const headers = {
    ...commonHeaders,
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    "content-type": "text/html; charset=utf-8",
    "content-language": langOf(locale),
    "content-security-policy": policy,
    // Revalidation is cheap (304). The response depends on cookie, language and address, so no shared cache may keep it.
    "cache-control": status < 500 ? "private, no-cache" : "no-store",
    vary: "accept-encoding, accept-language, cookie",
    ...(link === undefined ? {} : { link }),
    ...(location === undefined ? {} : { location }),
    ...(status === 503 ? { "retry-after": "2" } : {}),
  };
  return { html, status, tags, headers, changesAt };
}

/** The header that stores the language chosen in the address in a cookie; undefined if it is stored already or the page is only prefetched. */
export function languageCookieHeaders(
  request: IncomingMessage,
  chosenLanguage: Locale | undefined,
  isHttps: boolean,
): Record<string, string> | undefined {
  if (
    chosenLanguage === undefined ||
    request.headers["sec-purpose"] !== undefined ||
    storedLocale(request.headers.cookie) === chosenLanguage
  )
    return undefined;
  return {
    "set-cookie": `locale_value=${chosenLanguage}; Path=/; Max-Age=${languageMaxAgeSeconds}; SameSite=Lax${isHttps ? "; Secure" : ""}`,
  };
}
