import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { RowAction } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { matches } from "#kit/row-condition.ts";
import { isFrozen, whyNotDelete } from "#kit/rules.ts";
import type { Locale, Text } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { referencedAmong, referencedText } from "#records/change/refusals.server.ts";
import { type RowCommand, whyNot } from "#records/change/row-commands.server.ts";
import { allows, hasAllFields } from "#records/registry/guard.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const editWord = { zh: "编辑", en: "Edit" };
const viewWord = { zh: "查看", en: "View" };
const deleteWord = { zh: "删除", en: "Delete" };

/** What a reader may do with a row; a text explains why it cannot be deleted. `places`: whether they may work on it in other places than its form. */
type Rights = { update: boolean; places: boolean; delete: boolean | Text };

/** Whether the other places where people work on rows of an entity, which show and change them as a whole, are open to `who`. */
export const mayUsePlaces = (who: Principal, entity: EntityDefinition): boolean =>
  allows(who, entity, "update") && hasAllFields(who, entity, "update");

/** A command as an action of a row; without a row, as one of the list. */
function commandAction(command: RowCommand, locale: Locale, row?: AnyRow): RowAction[] {
  if (row !== undefined && command.isFor !== undefined && !matches(command.isFor, row)) return [];
  const { id, entity, name, icon, isBatch = false, question } = command;
  const reason = row === undefined ? undefined : whyNot(command, row);
  const base = { name: name[locale], icon, ...(reason === undefined ? {} : { disabled: reason[locale] }), command: id };
  if ("copies" in command) return [{ ...base, type: "copy", event: "copy", url: command.copies }];
  const { title, isDangerous = false } = question ?? {};
  return [
    {
      ...base,
      type: "request",
      method: "POST",
      url: `Api/${entity.type}/Command`,
      event: "command",
      isBatch,
      ...(title === undefined ? {} : { question: { title: title[locale], isDangerous } }),
    },
  ];
}

/** The actions that a list offers for a row of the entity (or, without a row, for the selected rows) under these rights and commands. */
export function actionsOf(
  entity: EntityDefinition,
  locale: Locale,
  { may, commands, row }: { may: Rights; commands: readonly RowCommand[]; row?: AnyRow },
): RowAction[] {
  const links = (entity.links ?? [])
    .filter(({ isMain = false }) => (may.update && may.places) || isMain)
    .map(({ name: text, url, isMain = false }): RowAction => ({
      type: "link",
      name: text[locale],
      icon: isMain ? "view" : "open",
      url,
      event: "open",
      isMain,
    }));
  const formUrl = `/admin/${entity.type}/edit`;
  // If a link already opens the form, or the page on which a row is read, the list needs no action of its own for that.
  const hasPlace = (entity.links ?? []).some(({ url, isMain }) =>
    may.update ? url.split("?")[0] === formUrl : isMain === true,
  );
  const form: RowAction = {
    type: "link",
    name: (may.update ? editWord : viewWord)[locale],
    icon: may.update ? "edit" : "view",
    url: formUrl,
    event: may.update ? "edit" : "view",
  };
  const remove: RowAction = {
    type: "request",
    name: deleteWord[locale],
    icon: "delete",
    method: "DELETE",
    url: `Api/${entity.type}/QueryDelete`,
    event: "delete",
    ...(typeof may.delete === "object" ? { disabled: may.delete[locale] } : {}),
  };
  return [
    ...commands.flatMap((command) => commandAction(command, locale, row)),
    ...links,
    ...(hasPlace ? [] : [form]),
    ...(may.delete === false ? [] : [remove]),
  ];
}

/** Whether `who` may have different rights on rows of one list. A reader limited to their own rows may change all that they read. */
function dependsOnRow(who: Principal, entity: EntityDefinition): boolean {
  const { limits } = viewOf(who, entity);
  const [read = []] = [limits.get("read")];
  // Limits of reading are those of every verb.
  const isPartial = (verb: "update" | "delete") => (limits.get(verb)?.length ?? 0) > read.length;
  const updates = entity.isFrozen !== undefined || isPartial("update");
  const deletes = entity.whyNotDelete !== undefined || isPartial("delete");
  return (updates && allows(who, entity, "update")) || (deletes && allows(who, entity, "delete"));
}

type RowRights = { row: AnyRow; may: Rights };

/** What `who` may do with each of these rows: the same as saving and deleting would allow, which depends on the author and the state of a row. */
async function readRights(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<RowRights[]> {
  const { whole, from } = storeOf(entity);
  const rows = await database.read<AnyRow & { may_update: boolean; may_delete: boolean }>(
    who.tenantId,
    sql`select ${whole.columns}, (${rowsFor(who, entity, "update")}) as may_update, (${rowsFor(who, entity, "delete")}) as may_delete
      from ${from([])} where ${rowsFor(who, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  const [updates, deletes] = [allows(who, entity, "update"), allows(who, entity, "delete")];
  const places = mayUsePlaces(who, entity);
  return rows.map(({ may_update, may_delete, ...raw }) => {
    const row = whole.toRow(raw as AnyRow);
    const update = updates && may_update && !isFrozen(entity, row);
    return { row, may: { update, places, delete: deletes && may_delete && (whyNotDelete(entity, row) ?? true) } };
  });
}

/** Whether `who` may change a row. */
export async function mayUpdateRow(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<boolean> {
  if (!dependsOnRow(who, entity)) return allows(who, entity, "update");
  return (await readRights(database, who, entity, [id])).some(({ may }) => may.update);
}

/** What a list offers for each of these rows, by id, where the same cannot be offered for all. */
export async function rowActions(
  database: Database,
  reader: RowContext & { locale: Locale },
  entity: EntityDefinition,
  { ids, commands }: { ids: readonly string[]; commands: readonly RowCommand[] },
): Promise<Record<string, RowAction[]>> {
  const { who, locale } = reader;
  const isKept = entity.referencedBy !== undefined && allows(who, entity, "delete");
  const differs =
    isKept ||
    dependsOnRow(who, entity) ||
    commands.some((command) => command.isFor !== undefined || command.whyNot !== undefined);
  if (ids.length === 0 || !differs) return {};
  const [rights, referenced] = await Promise.all([
    readRights(database, who, entity, ids),
    isKept ? database.tenant(who.tenantId, (tx) => referencedAmong(tx, reader, entity, ids)) : undefined,
  ]);
  const withReason = ({ row, may }: RowRights): Rights =>
    may.delete === true && referenced?.includes(row.id) === true ? { ...may, delete: referencedText } : may;
  return Object.fromEntries(
    rights.map((one) => [one.row.id, actionsOf(entity, locale, { may: withReason(one), commands, row: one.row })]),
  );
}
