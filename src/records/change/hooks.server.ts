import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { AnyValues, EntityDefinition, RowValues, StoredRow } from "#kit/entity.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    hooks: EntityHooks;
  }
}

/** Code that runs in the transaction in which a person saves a row. Default export of a file under `src/features/<feature>/hooks/`. */
export type EntityHook<E extends EntityDefinition = EntityDefinition> = {
  entity: E;
  /**
   * Returns further values to write: replacements for some of the submitted ones, and internal columns. Called before the values are checked. `row`:
   * the row, locked; undefined for a new one. Imports and batches do not call it.
   */
  prepare?: (
    save: { tx: Tx; context: RowContext; values: AnyValues; row: StoredRow<E> | undefined } & Pick<Services, "pepper">,
  ) => RowValues<E> | Promise<RowValues<E>>;
  /** `insert` adds the row, optionally with values that people cannot write; the hook returns the row. */
  add?: (
    scope: { tx: Tx; principal: UserPrincipal; values: AnyValues } & Pick<Services, "registries">,
    insert: (extra?: RowValues<E>) => Promise<StoredRow<E>>,
  ) => Promise<StoredRow<E>>;
};
/** Hooks by the type of their entity. */
export type EntityHooks = ReadonlyMap<string, EntityHook>;

/** @throws when an entity has two hooks, because only one can add the row */
export function hooksByEntity(hooks: readonly EntityHook[]): EntityHooks {
  const byType = new Map<string, EntityHook>();
  for (const hook of hooks) {
    const { type } = hook.entity;
    if (byType.has(type)) throw new Error(`${type} has two hooks: only one can add its rows.`);
    byType.set(type, hook);
  }
  return byType;
}

/** Declares a hook. The cast is safe because a hook is called only for rows of its own entity. */
export const defineHook = <E extends EntityDefinition>(hook: EntityHook<E>): EntityHook =>
  hook as unknown as EntityHook;
