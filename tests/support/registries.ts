import type { SystemPrincipal } from "#kit/access.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { asProgram, type RowContext } from "#records/registry/row-context.server.ts";

/** The registries that the program itself makes. */
export const registries = createRegistries(codeEntities);

/** The program at work in a space, for rows that a test prepares. */
export const programIn = (tenantId: string): RowContext<SystemPrincipal> => asProgram({ registries }, tenantId);
