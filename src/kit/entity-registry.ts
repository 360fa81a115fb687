import type { EntityDefinition } from "./entity.ts";

/** The entities of a space. */
export type EntityRegistry = {
  readonly all: readonly EntityDefinition[];
  /** The entity of a name from the wire, in any case. @throws {Problem} notFound for an unknown name, also when it names something else (T-03) */
  find: (type: unknown) => EntityDefinition;
};
