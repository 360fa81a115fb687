import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { RowAction } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import type { Database } from "#server/database.server.ts";
import { allows } from "./guard.server.ts";
import { rowsFor, selection, tableSql } from "./row.server.ts";
import { viewOf } from "./view.server.ts";

const editWord = { zh: "编辑", en: "Edit" };
const viewWord = { zh: "查看", en: "View" };
const deleteWord = { zh: "删除", en: "Delete" };

type May = { update: boolean; delete: boolean };

/** What a list offers for a row of the entity to somebody who may change it, delete it, both or neither. */
export function actionsOf(entity: EntityDefinition, locale: Locale, may: May): RowAction[] {
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

/** Whether rows of one list can differ in what `who` may do with them. */
function isUneven(who: Principal, entity: EntityDefinition): boolean {
  const { ownRows } = viewOf(who, entity);
  const hasStates = entity.isFrozen !== undefined || entity.whyNotDelete !== undefined;
  return hasStates || ownRows.has("update") || ownRows.has("delete");
}

/**
 * What a list offers for each of these rows, by id, where the same cannot be offered for all: rows of others, and rows that are
 * closed to changes or may not be deleted as they stand. Offered is what saving and deleting would allow.
 */
export async function rowActions(
  database: Database,
  { who, locale }: { who: Principal; locale: Locale },
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Record<string, RowAction[]>> {
  if (ids.length === 0 || !isUneven(who, entity)) return {};
  const rows = await database.read<AnyRow & { may_update: boolean; may_delete: boolean }>(
    who.tenantId,
    sql`select ${selection(entity)}, (${rowsFor(who, entity, "update")}) as may_update, (${rowsFor(who, entity, "delete")}) as may_delete
      from ${tableSql(entity)} where ${rowsFor(who, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  const [updates, deletes] = [allows(who, entity, "update"), allows(who, entity, "delete")];
  const mayOf = ({ may_update, may_delete, ...row }: (typeof rows)[number]): May => ({
    update: updates && may_update && entity.isFrozen?.(row) !== true,
    delete: deletes && may_delete && entity.whyNotDelete?.(row) === undefined,
  });
  return Object.fromEntries(rows.map((row) => [row.id, actionsOf(entity, locale, mayOf(row))]));
}
