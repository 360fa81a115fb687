import type { Principal, SystemPrincipal, UserPrincipal } from "#kit/access.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { Registries } from "./registries.server.ts";

/** A member as an actor. */
export type Person = Pick<UserPrincipal, "tenantId" | "memberId">;

/** The author of a change in the history. `principal`: whose permissions apply; `actor`: the person or visitor for whom the program acts. */
export type Author<P extends Principal = Principal> = { principal: P; actor?: Person | "visitor"; requestId?: string };

/** The principal and the entities for work on rows, as in every call context. `isConfirmed`: the payment password was entered for this very save. */
export type RowContext<P extends Principal = Principal> = Author<P> & { entities: EntityRegistry; isConfirmed?: true };

/** The author of changes by maintenance jobs, in all spaces. */
export const upkeepAuthor: Author = { principal: { kind: "system", tenantId: "*" } };

/** The services for work on rows of the program's entities. */
export type ProgramServices = { registries: Pick<Registries, "code"> };

/** The program as the author of changes in one space; `actor`: on whose behalf. */
export const asProgram = (
  { registries }: ProgramServices,
  tenantId: string,
  actor?: Author["actor"],
): RowContext<SystemPrincipal> => ({
  principal: { kind: "system", tenantId },
  entities: registries.code,
  ...(actor === undefined ? {} : { actor }),
});
