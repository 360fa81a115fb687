import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { isSame } from "#kit/same.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import type { Selection } from "./row-store.server.ts";
import { storeOf } from "./store-of.server.ts";

const wholeSelection = memo((readable: ReadableEntity): Selection =>
  storeOf(readable.source).fields(Object.keys(readable.fields)),
);
const listSelection = memo((readable: ReadableEntity): Selection => selectionOf(readable, readable.list.columns));

const selectionOf = (readable: ReadableEntity, names: readonly string[]): Selection =>
  storeOf(readable.source).fields(Object.keys(readable.fields).filter((name) => names.includes(name)));

/** The selection for a reader: readable fields, limited to the named ones. Selections that people combine freely are not cached. */
export function selectionFor(readable: ReadableEntity, fieldNames?: readonly string[]): Selection {
  if (fieldNames === undefined) return wholeSelection(readable);
  return isSame(fieldNames, readable.list.columns) ? listSelection(readable) : selectionOf(readable, fieldNames);
}

const ownNames = new Set(["id", "version", "createdAt", "updatedAt"]);

/** A row for one reader: without unreadable fields and internal columns. */
export function visible(readable: ReadableEntity, row: AnyRow): AnyRow {
  const pairs = Object.entries(row).filter(([name]) => ownNames.has(name) || Object.hasOwn(readable.fields, name));
  return Object.fromEntries(pairs) as AnyRow;
}

/** The rows of the space on which `who` may use `verb`, either deleted or not; only their own rows where the entity says so. */
export function rowsFor(
  who: Principal,
  entity: EntityDefinition,
  verb: Verb,
  state: "notDeleted" | "deleted" = "notDeleted",
): SQL {
  const store = storeOf(entity);
  const ofSpace = store[state](who.tenantId);
  if (!viewOf(who, entity).ownRows.has(verb)) return ofSpace;
  if (who.kind !== "user") return sql`false`;
  return sql`${ofSpace} and ${store.addedBy(who.memberId)}`;
}
