import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { routeFilter, type RouteSettings } from "#kit/route-settings.ts";

let space: { tenant: string; merchantId: string } | undefined;

/** Sets the ids of the space and of the site for the headers of calls; the server refuses a call whose headers name another one. */
export function rememberSpace(tenant: string, merchantId: string): void {
  space = { tenant, merchantId };
}

let route: RouteSettings = {};

/** Sets what the route of the current address says of itself. Public pages have no routes. */
export function rememberRoute(settings: RouteSettings): void {
  route = settings;
}

/** What the current route says of itself. */
export const currentRoute = (): RouteSettings => route;

/** The number of the `filter` header at the current address. */
export const currentFilter = (): number => routeFilter(location.pathname, new URLSearchParams(location.search), route);

const digest = (text: string) => bytesToHex(md5(utf8ToBytes(text)));

/** The headers that older clients send (B-257). They grant nothing: the signature uses public data, and the session decides who the caller is. */
function legacyHeaders(path: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    timestamp,
    filter: String(currentFilter()),
    sign: digest(path.toLowerCase() + timestamp),
    site: location.host,
    ...space,
  };
}

/**
 * The legacy headers of a call and its Idempotency-Key: the server carries a repeated request out once, and changed content gets another key.
 * @param path of the call, as sent
 * @param key identifies the operation
 */
export function extraHeaders(path: string, body: unknown, key: string | undefined): Record<string, string> {
  // A key is made from the JSON body, so calls without one have no key.
  const hasKey = key !== undefined && typeof body === "string";
  return { ...legacyHeaders(path), ...(hasKey ? { "idempotency-key": `${key}.${digest(body)}` } : {}) };
}
