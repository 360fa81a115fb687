import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Person, RowContext } from "#records/registry/row-context.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";

/** The administrator who started a job, with their current rights. @throws {Problem} forbidden when they are no administrator any more */
export async function readAdministrator(services: Services, person: Person): Promise<RowContext<UserPrincipal>> {
  const member = await findMember(services.database, person);
  if (member?.isAdministrator !== true) throw new Problem("forbidden", forbiddenText);
  return { principal: { ...member, hasRecentProof: true }, entities: await services.registries.of(person.tenantId) };
}
