import type { SystemPrincipal } from "#kit/access.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistry } from "#records/registry/registries.server.ts";
import { asProgram, type RowContext } from "#records/registry/row-context.server.ts";

/** The registry of the program's own entities. */
export const registries = { code: createRegistry(codeEntities) };

/** The context of the program in a space, for tests that add rows without a request. */
export const programIn = (tenantId: string): RowContext<SystemPrincipal> => asProgram({ registries }, tenantId);
