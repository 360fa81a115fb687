import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { routeFilter, type RouteSettings } from "#kit/route-settings.ts";
import { defaultThemeFilter, themeFilters } from "#kit/theme-type.ts";
import { mayBeSignedIn } from "./signed-in-hint.ts";

type Caller = {
  tenant: { id: string };
  merchant: { id: string };
  isAdministrator: boolean;
  isSuperAdmin: boolean;
};

let caller: Caller | undefined;

/**
 * Sets whose space and site the headers of calls name, and as whom; the server refuses a call whose headers contradict the session. Undefined while
 * that is not known.
 */
export function rememberCaller(person: Caller | undefined): void {
  caller = person;
}

let route: RouteSettings = {};

/** Sets what the route of the current address says of itself. Public pages have no routes. */
export function rememberRoute(settings: RouteSettings): void {
  route = settings;
}

/** What the current route says of itself. */
export const currentRoute = (): RouteSettings => route;

/** The number of the current address in the `filter` header. */
export const currentFilter = (): number => routeFilter(location.pathname, new URLSearchParams(location.search), route);

/** Whether calls may name the filter of the admin area: those of administrators and of visitors, whose sign-in page is there. */
const mayNameAdminFilter = (): boolean =>
  caller === undefined ? !mayBeSignedIn() : caller.isAdministrator || caller.isSuperAdmin;

/** The value of the `filter` header. Members can be in the admin area too: they export there (B-169), and administrators view it as a role. */
function filterHeader(): string {
  const filter = currentFilter();
  return String(filter === themeFilters.admin && !mayNameAdminFilter() ? defaultThemeFilter : filter);
}

const digest = (text: string) => bytesToHex(md5(utf8ToBytes(text)));

/** The headers that older clients send (B-257). They grant nothing: the signature uses public data, and the session decides who the caller is. */
function legacyHeaders(path: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    timestamp,
    filter: filterHeader(),
    sign: digest(path.toLowerCase() + timestamp),
    site: location.host,
    ...(caller === undefined ? {} : { tenant: caller.tenant.id, merchantId: caller.merchant.id }),
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
