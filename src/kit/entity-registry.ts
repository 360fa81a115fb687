import type { EntityDefinition } from "./entity.ts";

/** The entities that one space works with. */
export type EntityRegistry = {
  readonly all: readonly EntityDefinition[];
  /** The entity that a word of the wire names, in any case. @throws {Problem} notFound for a word that names none, whatever else it may name (T-03) */
  find: (type: unknown) => EntityDefinition;
};
