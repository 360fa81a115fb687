import { forbiddenText, type Principal, type UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";

/** The person behind a call: pages are edited by people, whose names stand in their history. @throws {Problem} forbidden */
export function asUser(who: Principal): UserPrincipal {
  if (who.kind !== "user") throw new Problem("forbidden", forbiddenText);
  return who;
}
