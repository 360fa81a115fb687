import type { EntityDefinition } from "#kit/entity.ts";

const files = import.meta.glob<EntityDefinition>(["../../entities/*.ts", "!../../entities/*.expect.ts"], {
  eager: true,
  import: "default",
});

/** All entities of `src/entities`. Only the root of the program uses them directly; everything else gets the registry of its space. */
export const codeEntities: readonly EntityDefinition[] = Object.values(files);
