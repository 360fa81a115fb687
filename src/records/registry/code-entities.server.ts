import type { EntityDefinition } from "#kit/entity.ts";

const files = import.meta.glob<EntityDefinition>(["../../entities/*.ts", "!../../entities/*.expect.ts"], {
  eager: true,
  import: "default",
});

/** All entities of `src/entities`. Only the start of the program uses them directly; other code uses the registry of a space. */
export const codeEntities: readonly EntityDefinition[] = Object.values(files);
