import type { FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import { languageOf } from "#kit/language.ts";
import { Problem } from "#kit/problem.ts";
import { isLocale, type Locale } from "#kit/text.ts";

/** Normalizes the caller's address: an IPv4 address mapped into IPv6 loses its `::ffff:`. */
export function canonicalIp(ip: string): string {
  return ip.startsWith("::ffff:") ? ip.slice(7) : ip;
}

/** The names of the cookies of the session, of the known device, and of the return from an identity provider. */
export type CookieNames = {
  session: "__Host-sid" | "sid";
  device: "__Host-device" | "device";
  return: "__Host-return" | "return";
  secure: boolean;
};

/** Over https, the prefix `__Host-` binds the cookies to the host. Browsers refuse the prefix over plain http, which local trials use. */
export function cookieNames(publicUrl: string | undefined): CookieNames {
  return publicUrl?.startsWith("https:")
    ? { session: "__Host-sid", device: "__Host-device", return: "__Host-return", secure: true }
    : { session: "sid", device: "device", return: "return", secure: false };
}

/** The token headers of the wire, in the order in which they are read (B-304). */
function tokensOf({ headers }: FastifyRequest): string[] {
  const { authorization } = headers;
  // A malformed header counts as a token that nobody has, so that the request is refused.
  const bearer = authorization === undefined ? undefined : (/^Bearer ([\w-]{20,200})$/i.exec(authorization)?.[1] ?? "");
  const tokens = [headers.token, headers["token-login"]].filter((value) => value !== undefined && value !== "");
  return [...(bearer === undefined ? [] : [bearer]), ...tokens.map(String)];
}

export type Credential = { token: string | undefined; from: "cookie" | "bearer" | "none" };

/**
 * The credential of a request: a cookie, or a token in one or several headers.
 * @throws {Problem} unauthenticated when a cookie and a token, or two different tokens, are sent (T-11), because it is unclear which one counts.
 */
export function credentialOf(request: FastifyRequest, cookie: CookieNames): Credential {
  const [fromHeader, ...others] = tokensOf(request);
  const fromCookie = request.cookies[cookie.session];
  const isAmbiguous = others.some((token) => token !== fromHeader);
  if (isAmbiguous || (fromHeader !== undefined && fromCookie !== undefined)) {
    throw new Problem("unauthenticated", {
      zh: "一次请求只能携带一种登录凭证",
      en: "Send one credential per request: a cookie or a bearer token",
    });
  }
  if (fromHeader !== undefined) return { token: fromHeader, from: "bearer" };
  return { token: fromCookie, from: fromCookie === undefined ? "none" : "cookie" };
}

/** The language of a response. Our client sends the language of its page as `Accept-Language`, which counts as a stored choice. */
export function localeOf(request: FastifyRequest, { country, tenants }: Pick<Services, "country" | "tenants">): Locale {
  const { headers, query, cookies } = request;
  const requestedLocale = (query as Record<string, unknown> | undefined)?.language;
  const accepted = headers["accept-language"];
  const stored = headers["x-meridian"] === "1" && isLocale(accepted) ? accepted : cookies.locale_value;
  return languageOf({
    chosenLanguage: isLocale(requestedLocale) ? requestedLocale : undefined,
    stored: () => (isLocale(stored) ? stored : undefined),
    country: () => country.of(canonicalIp(request.ip)),
    accepted,
    site: () => tenants.languageAt(headers.host),
  });
}

const originText = { zh: "请求来源无效，请从本站页面操作", en: "Invalid request origin. Use this site’s pages." };

/** Refuses requests that the browser marks as cross-site. @throws {Problem} forbidden */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new Problem("forbidden", originText);
}

/**
 * Refuses a browser request with a session that another site may have caused (T-22): it must carry our header, which other origins cannot send
 * without a preflight that we never allow, and must not be marked as cross-site.
 */
export function refuseForgery(request: FastifyRequest): void {
  refuseCrossSite(request);
  if (request.headers["x-meridian"] !== "1") throw new Problem("forbidden", originText);
}

/** Whether a path has a canonical spelling. Other spellings, which might bypass guards, are answered as unknown pages (T-70). */
export function isCanonicalPath(url: string): boolean {
  const path = url.split("?", 1)[0]!;
  return path.startsWith("/") && !/\/\/|%2f|%5c|%00|;|\\|\/\.{1,2}(\/|$)/i.test(path);
}
