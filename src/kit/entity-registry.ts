import type { EntityDefinition } from "./entity.ts";

/** The entities of a space, for one reader. */
export type EntityRegistry = {
  /** The entities that have rows of their own. */
  readonly all: readonly EntityDefinition[];
  /** The views of the space that the reader may open. */
  readonly views: readonly EntityDefinition[];
  /** The entities without views, the same object for all readers. */
  readonly shared?: EntityRegistry;
  /** The entity or the view with this type, in any letter case. @throws {Problem} notFound for anything else, such as the name of an object property (T-03) */
  find: (type: unknown) => EntityDefinition;
};
