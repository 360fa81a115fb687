import type { Principal, SystemPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";

/** Whose rights count, and among which entities: what work on rows is given. The context of a call is one. */
export type RowContext<P extends Principal = Principal> = { who: P; entities: EntityRegistry };

/** The program itself, at work on rows of its own entities in one space. */
export const asProgram = (
  { registries }: Pick<Services, "registries">,
  tenantId: string,
): RowContext<SystemPrincipal> => ({ who: { kind: "system", tenantId }, entities: registries.code });
