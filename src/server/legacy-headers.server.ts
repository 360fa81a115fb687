import type { IncomingHttpHeaders } from "node:http";
import { forbiddenText, type Principal, reaches } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";

/** Theme type of the back office in the `filter` header (spec section 2, theme type to numeric filter). */
const administratorFilter = "3";

/**
 * Ruling 3: the headers of older clients (filter, tenant, timestamp, md5 signature, merchant id) are hints. They never
 * grant anything, and one that says more than the session does is refused.
 * @throws {Problem} forbidden
 */
export function refuseLegacyContradiction(headers: IncomingHttpHeaders, who: Principal): void {
  const { filter, tenant } = headers;
  if (filter === administratorFilter && !reaches(who, "administrator")) throw new Problem("forbidden", forbiddenText);
  if (typeof tenant === "string" && who.kind === "user" && tenant !== who.tenantId) {
    throw new Problem("forbidden", forbiddenText);
  }
}
