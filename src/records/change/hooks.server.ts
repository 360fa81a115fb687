import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityType } from "#kit/entity.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Values } from "./write.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    hooks: EntityHooks;
  }
}

/** What happens besides, in the same transaction, when somebody adds a row. One file under `src/features/<feature>/hooks/`, default-exported. */
export type EntityHook = {
  entity: EntityType;
  /** `insert` adds the row, with further values that people cannot write themselves; its row is the hook's. */
  add: (
    adding: { tx: Tx; who: UserPrincipal; values: Values },
    insert: (more?: Values) => Promise<AnyRow>,
  ) => Promise<AnyRow>;
};
/** By the entity's type. */
export type EntityHooks = ReadonlyMap<string, EntityHook>;

/** @throws when an entity has two hooks: each adds the row itself */
export function hooksByEntity(hooks: readonly EntityHook[]): EntityHooks {
  const found = new Map<string, EntityHook>();
  for (const hook of hooks) {
    if (found.has(hook.entity)) throw new Error(`${hook.entity} has two hooks: only one can add its rows.`);
    found.set(hook.entity, hook);
  }
  return found;
}

/** Declares what happens besides when rows of an entity are added. */
export const defineHook = (hook: EntityHook): EntityHook => hook;
