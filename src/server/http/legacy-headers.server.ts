import type { IncomingHttpHeaders } from "node:http";
import { forbiddenText, type Principal, hasLevel, type UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { defaultThemeFilter, themeFilters } from "#kit/theme-type.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import type { Tenant } from "#server/identity/tenants.server.ts";

const otherTenant = {
  zh: "当前空间已切换，请刷新页面后重试",
  en: "You switched to another space. Reload the page and try again.",
};
/** The values of the header `filter`: the default, and one for each kind of theme. */
const filters = new Set([defaultThemeFilter, ...Object.values(themeFilters)].map(String));
const administratorFilter = String(themeFilters.admin);

/** Header by header: whether its value is consistent with this session and site. */
const rules: Record<string, (value: string, caller: { principal: Principal; site: Tenant }) => boolean> = {
  timestamp: (value) => /^\d{10}(\d{3})?$/.test(value),
  sign: (value) => /^[0-9a-f]{32}$/i.test(value),
  // Anonymous requests may have the administrators' filter, which grants nothing: the admin sign-in page sends it.
  filter: (value, { principal }) =>
    filters.has(value) &&
    (value !== administratorFilter || principal.kind === "anonymous" || hasLevel(principal, "administrator")),
  // An anonymous request has no space; after the end of a session the answer is "unauthenticated", not "forbidden".
  tenant: (value, { principal }) =>
    principal.kind !== "user" || value === principal.tenantId || value === principal.tenantSign,
  merchantid: (value, { site }) => value === site.id,
  // The site follows from the requested host; a proxy may use another name for it.
  site: (value) => /^[\w.:[\]-]{1,255}$/.test(value),
};

/**
 * Refuses a request whose legacy headers (timestamp, filter, tenant, md5 signature, merchant id, site) are malformed or contradict the session
 * . These headers never grant anything, and the signature is not checked. A session with the header of another space is recorded as a security
 * event.
 * @throws {Problem} forbidden
 */
export async function refuseLegacyContradiction(
  { headers, ip, principal, site }: { headers: IncomingHttpHeaders; ip: string; principal: Principal; site: Tenant },
  services: Services,
): Promise<void> {
  const context = { principal, site };
  for (const [name, isConsistent] of Object.entries(rules)) {
    const value = headers[name];
    if (value === undefined || value === "") continue;
    if (isConsistent(String(value), context)) continue;
    if (name !== "tenant" || principal.kind !== "user") throw new Problem("forbidden", forbiddenText);
    await recordOtherSpace(principal, ip, services);
    throw new Problem("forbidden", otherTenant);
  }
}

/**
 * Records a request that names another space, at most once an hour per account: the person may just have left that space, or may be trying one space
 * after another. If recording fails, the request is refused all the same.
 */
async function recordOtherSpace({ accountId }: UserPrincipal, ip: string, services: Services): Promise<void> {
  const event = {
    kind: "spaceBorrowed",
    accountId,
    source: sourceOf(ip),
    dedupe: { subject: accountId, span: "hour" },
  } as const;
  await services.database
    .system((tx) => recordEvent(tx, services, event))
    .catch((error: unknown) =>
      services.log.warn({ err: error }, "a request that names another space cannot be recorded"),
    );
}
