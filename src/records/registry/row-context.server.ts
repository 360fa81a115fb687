import type { Principal, SystemPrincipal } from "#kit/access.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { Registries } from "./registries.server.ts";

/** Whose rights count, and among which entities: what work on rows is given. The context of a call is one. */
export type RowContext<P extends Principal = Principal> = { who: P; entities: EntityRegistry };

/** What the program needs to work on rows of its own entities. */
export type ProgramServices = { registries: Pick<Registries, "code"> };

/** The program itself, at work on rows of its own entities in one space. */
export const asProgram = ({ registries }: ProgramServices, tenantId: string): RowContext<SystemPrincipal> => ({
  who: { kind: "system", tenantId },
  entities: registries.code,
});
