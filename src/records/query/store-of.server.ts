import type { EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { recordStore } from "./record-store.server.ts";
import type { RowStore } from "./row-store.server.ts";
import { tableStore } from "./table-store.server.ts";

/** The row store of an entity. That of a view was made with it, for its reader (joined-store.server.ts). */
export const storeOf = memo((entity: EntityDefinition): RowStore => {
  if (entity.joined !== undefined) return entity.joined.store as RowStore;
  return entity.stored === undefined ? tableStore(entity) : recordStore(entity, entity.stored);
});
