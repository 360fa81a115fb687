import type { IncomingMessage } from "node:http";
import type { ClientType } from "#kit/client-type.ts";
import { pageAliases } from "#kit/page-path.ts";
import { isLocale, type Locale } from "#kit/text.ts";
import { withoutEndSlashes } from "#kit/url.ts";
import { canonicalIp } from "#server/http/request.server.ts";

/** The cookie that stores the chosen language (B-280). The name must not be the end of a longer name. */
const localeCookie = /(?:^|[; ])locale_value=(zh|en)/;

/** The language stored in a `Cookie` header. Searches the header instead of parsing it, because this runs for every page. */
export function storedLocale(cookie: string | undefined): Locale | undefined {
  const value = cookie === undefined ? undefined : localeCookie.exec(cookie)?.[1];
  return isLocale(value) ? value : undefined;
}

/** The value of a cookie; undefined if the header has none of this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const value = header
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return value === "" ? undefined : value;
}

/** The language in `?language=` or `?lang=` of a query; undefined for other values. */
export function requestedLocale(query: string): Locale | undefined {
  const value = /(?:^|&)lang(?:uage)?=(zh|en)(?:&|$)/.exec(query)?.[1];
  return isLocale(value) ? value : undefined;
}

/** The client that a page is rendered for, by user agent. All browsers are `WapH5`: pages fit every width. */
export function clientOf(userAgent: string | undefined): ClientType {
  if (userAgent === undefined) return "WapH5";
  if (userAgent.includes("MicroMessenger")) return userAgent.includes("miniProgram") ? "WeChatLite" : "WeChat";
  return userAgent.includes("Html5Plus") ? "AppPlus" : "WapH5";
}

/** The visitor's IP address: that of the connection or, behind trusted proxies, the last forwarded one that is not a trusted proxy. */
export function addressOf(request: IncomingMessage, proxies: ReadonlySet<string>): string {
  const socketIp = canonicalIp(request.socket.remoteAddress ?? "");
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded !== "string" || !proxies.has(socketIp)) return socketIp;
  const forwardedIps = forwarded.split(",").map((item) => canonicalIp(item.trim()));
  return forwardedIps.findLast((ip) => !proxies.has(ip)) ?? socketIp;
}

/** Normalizes a path for looking up a page. Undefined if it is invalid, for example wrongly percent-encoded. */
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
