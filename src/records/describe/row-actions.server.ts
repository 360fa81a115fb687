import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { RowAction } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { isFrozen, whyNotDelete } from "#kit/rules.ts";
import type { Locale } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const editWord = { zh: "编辑", en: "Edit" };
const viewWord = { zh: "查看", en: "View" };
const deleteWord = { zh: "删除", en: "Delete" };

type Rights = { update: boolean; delete: boolean };

/** What a list offers for a row of the entity to somebody who may change it, delete it, both or neither. */
export function actionsOf(entity: EntityDefinition, locale: Locale, may: Rights): RowAction[] {
  const links = (entity.links ?? [])
    .filter(({ isMain = false }) => may.update || isMain)
    .map(({ name: text, url, isMain = false }): RowAction => ({
      type: "link",
      name: text[locale],
      url,
      event: "open",
      isMain,
    }));
  const formUrl = `/admin/${entity.type}/edit`;
  // Where the form is one of these places, it has its name; where a row has a place of its own, that is where it is read.
  const hasPlace = (entity.links ?? []).some(({ url, isMain }) =>
    may.update ? url.split("?")[0] === formUrl : isMain === true,
  );
  const form: RowAction = {
    type: "link",
    name: (may.update ? editWord : viewWord)[locale],
    url: formUrl,
    event: may.update ? "edit" : "view",
  };
  const remove: RowAction = {
    type: "request",
    name: deleteWord[locale],
    method: "DELETE",
    url: `Api/${entity.type}/QueryDelete`,
    event: "delete",
  };
  return [...links, ...(hasPlace ? [] : [form]), ...(may.delete ? [remove] : [])];
}

/** Whether rows of one list can differ in what `who` may do with them. Somebody who reads no rows but their own may change all that they read. */
function dependsOnRow(who: Principal, entity: EntityDefinition): boolean {
  const { ownRows } = viewOf(who, entity);
  const isPartial = (verb: "update" | "delete") => ownRows.has(verb) && !ownRows.has("read");
  const updates = entity.isFrozen !== undefined || isPartial("update");
  const deletes = entity.whyNotDelete !== undefined || isPartial("delete");
  return (updates && allows(who, entity, "update")) || (deletes && allows(who, entity, "delete"));
}

/**
 * What `who` may do with each of these rows, by id: what saving and deleting would allow. Rows of others differ from their own, and
 * so do rows that are closed to changes or may not be deleted as they stand. Empty where the same holds for all rows.
 */
export async function rightsByRow(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Map<string, Rights>> {
  if (ids.length === 0 || !dependsOnRow(who, entity)) return new Map();
  const { whole, from } = storeOf(entity);
  const rows = await database.read<AnyRow & { may_update: boolean; may_delete: boolean }>(
    who.tenantId,
    sql`select ${whole.columns}, (${rowsFor(who, entity, "update")}) as may_update, (${rowsFor(who, entity, "delete")}) as may_delete
      from ${from([])} where ${rowsFor(who, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  const [updates, deletes] = [allows(who, entity, "update"), allows(who, entity, "delete")];
  const rightsOf = ({ may_update, may_delete, ...raw }: (typeof rows)[number]): Rights => {
    const row = whole.toRow(raw as AnyRow);
    return {
      update: updates && may_update && !isFrozen(entity, row),
      delete: deletes && may_delete && whyNotDelete(entity, row) === undefined,
    };
  };
  return new Map(rows.map((row) => [row.id, rightsOf(row)]));
}

/** What a list offers for each of these rows, by id, where the same cannot be offered for all. */
export async function rowActions(
  database: Database,
  { who, locale }: { who: Principal; locale: Locale },
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Record<string, RowAction[]>> {
  const rights = await rightsByRow(database, who, entity, ids);
  return Object.fromEntries([...rights].map(([id, may]) => [id, actionsOf(entity, locale, may)]));
}
