import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { Problem } from "#kit/problem.ts";

declare module "#kit/call.ts" {
  interface Services {
    registries: Registries;
  }
}

export type Registries = {
  /** The entities of the program's own code, which every space has. Relations of theirs lead to one another. */
  code: EntityRegistry;
  /** The entities of one space. */
  of: (tenantId: string) => Promise<EntityRegistry>;
};

const unknownType = { zh: "类型传入不正确，请重新传入", en: "Unknown type" };

/** A registry of these entities. */
function createRegistry(entities: readonly EntityDefinition[]): EntityRegistry {
  const byType = new Map(entities.map((entity) => [entity.type.toLowerCase(), entity]));
  return {
    all: entities,
    find(type) {
      const entity = typeof type === "string" ? byType.get(type.toLowerCase()) : undefined;
      if (entity === undefined) throw new Problem("notFound", unknownType);
      return entity;
    },
  };
}

/** The registries of all spaces, made once per process from the entities of the code. */
export function createRegistries(codeEntities: readonly EntityDefinition[]): Registries {
  const code = createRegistry(codeEntities);
  const shared = Promise.resolve(code);
  return { code, of: () => shared };
}
