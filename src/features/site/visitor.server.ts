import type { IncomingMessage } from "node:http";
import { pageAliases } from "#kit/page-path.ts";
import { isLocale, type Locale } from "#kit/text.ts";
import { withoutEndSlashes } from "#kit/url.ts";
import type { Client } from "#render/page/page-input.ts";
import { canonicalIp } from "#server/http/request.server.ts";

/** Name of the cookie and of the local entry that keep the chosen language (B-280). */
const localeCookie = "locale_value=";

/** The language stored in a `Cookie` header, without taking the rest of it apart. */
export function storedLocale(cookie: string | undefined): Locale | undefined {
  if (cookie === undefined) return undefined;
  const start = cookie.indexOf(localeCookie);
  // The name must be preceded by the start or `; `, because another cookie's name may end the same way.
  if (start < 0 || (start > 0 && cookie[start - 1] !== " " && cookie[start - 1] !== ";")) return undefined;
  const value = cookie.slice(start + localeCookie.length, start + localeCookie.length + 2);
  return isLocale(value) ? value : undefined;
}

/** `?language=` (or `lang`) of an address; other values count for nothing. */
export function askedLocale(query: string): Locale | undefined {
  const value = /(?:^|&)lang(?:uage)?=(zh|en)(?:&|$)/.exec(query)?.[1];
  return isLocale(value) ? value : undefined;
}

/** The client that a page is rendered for. Every browser is `WapH5`: one design serves all widths. */
export function clientOf(userAgent: string | undefined): Client {
  if (userAgent === undefined) return "WapH5";
  if (userAgent.includes("MicroMessenger")) return userAgent.includes("miniProgram") ? "WeChatLite" : "WeChat";
  return userAgent.includes("Html5Plus") ? "AppPlus" : "WapH5";
}

/** The visitor's address: the socket's, or behind a proxy that is believed, the last one that the proxy did not add itself. */
export function addressOf(request: IncomingMessage, proxies: ReadonlySet<string>): string {
  const direct = canonicalIp(request.socket.remoteAddress ?? "");
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded !== "string" || !proxies.has(direct)) return direct;
  const chain = forwarded.split(",").map((item) => canonicalIp(item.trim()));
  return chain.findLast((ip) => !proxies.has(ip)) ?? direct;
}

/** Normalizes a path for looking up a page. Undefined for an invalid path, such as one with broken percent-encoding. */
export function pagePath(raw: string): string | undefined {
  try {
    const path = withoutEndSlashes(decodeURIComponent(raw).toLowerCase());
    // A path with a variable is a template, not an address. Control characters are invalid.
    if (path.includes("{") || /\p{Cc}/u.test(path)) return undefined;
    return pageAliases.get(path) ?? path;
  } catch {
    return undefined;
  }
}
