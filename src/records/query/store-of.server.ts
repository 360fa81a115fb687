import type { EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { recordStore } from "./record-store.server.ts";
import type { RowStore } from "./row-store.server.ts";
import { tableStore } from "./table-store.server.ts";

/** The row store of an entity. */
export const storeOf = memo((entity: EntityDefinition): RowStore =>
  entity.stored === undefined ? tableStore(entity) : recordStore(entity, entity.stored),
);
