import type { EntityDefinition } from "#kit/entity.ts";

const files = import.meta.glob<EntityDefinition>(["../../entities/*.ts", "!../../entities/*.expect.ts"], {
  eager: true,
  import: "default",
});

/** The entities of the shelf. Only what puts the program together names them all; everything else is given the registry of its space. */
export const codeEntities: readonly EntityDefinition[] = Object.values(files);
