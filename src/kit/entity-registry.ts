import type { EntityDefinition } from "./entity.ts";

/** The entities of a space. */
export type EntityRegistry = {
  readonly all: readonly EntityDefinition[];
  /** The entity with this type, in any letter case. @throws {Problem} notFound for anything else, such as the name of an object property (T-03) */
  find: (type: unknown) => EntityDefinition;
};
