import type { EntityDefinition } from "./entity.ts";
import type { DeletionEffect } from "./on-delete.ts";

/** A relation field of an entity that the space defined. `onDelete`: what the deletion of the row that it refers to does; by default nothing. */
export type Referrer = { type: string; field: string; onDelete?: DeletionEffect };

/** The entities of a space, for one reader. */
export type EntityRegistry = {
  /** The entities that have rows of their own. */
  readonly all: readonly EntityDefinition[];
  /** The views of the space that the reader may open. */
  readonly views: readonly EntityDefinition[];
  /** The entities without views, the same object for all readers. */
  readonly shared?: EntityRegistry;
  /** The relations of the entities that the space defined, by the type that they refer to, in lower case. */
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>;
  /** The entity or the view with this type, in any letter case. @throws {Problem} notFound for anything else, such as the name of an object property (T-03) */
  find: (type: unknown) => EntityDefinition;
};
