import { z } from "zod";
import { member, type Principal, type RequestPrincipal } from "#kit/access.ts";
import type { AutoForm, RowAction } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { refusal } from "#kit/refusal.ts";
import type { Locale } from "#kit/text.ts";
import { addableTypes } from "./addable.server.ts";
import { isUniqueField, toForm } from "./describe.server.ts";
import { formActions } from "./row-actions.server.ts";
import { lastChange } from "./row-history.server.ts";
import { titleOf, titlesFor } from "./titles.server.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows, givesPage, guard, guardPage } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { admit } from "#server/http/calls.server.ts";

const keyInput = z.string().min(1).max(60);

/**
 * Identifies a form: by the type of an entity, with the `id` of a row for an existing one, or by the `key` of a form without an entity, which is a type
 * of configurations or the name of a form that is open to everyone. `from`: the id of the row whose values are the initial values of a new row.
 */
export const formInput = z
  .strictObject({
    type: typeInput.optional(),
    id: idInput.optional(),
    from: idInput.optional(),
    key: keyInput.optional(),
  })
  .refine(
    ({ type, id, from, key }) =>
      (type === undefined) !== (key === undefined) &&
      [key, id, from].filter((value) => value !== undefined).length <= 1,
    refusal({
      zh: "请提供 type 或 key，二者选一；id 与 from 只用于 type",
      en: "Give either type or key; with type, id or from",
    }),
  );

/** The form of an entity: of a new row, of the row `id`, or of a copy of the row `from`. */
type FormOfEntity = { type: string; id?: string | undefined; from?: string | undefined };

const copyWord = { zh: "创建副本", en: "Duplicate" };

/** Whether a person may add rows of an entity in its form: not if rows are added on another page (`addUrl`), nor if it has only one row. */
const isAddable = (principal: Principal, entity: EntityDefinition): boolean =>
  allows(principal, entity, "add") &&
  entity.isSingle !== true &&
  entity.addUrl === undefined &&
  givesPage(principal, entity, "add");

/** The link to the form of a new row with the values of this one. */
const copyAction = ({ type }: EntityDefinition, locale: Locale): RowAction => ({
  name: copyWord[locale],
  icon: "copy",
  type: "link",
  event: "open",
  isMain: false,
  command: "copy",
  url: `/admin/${type}/add?from={id}`,
});

/** The values for a copy of a row: writable ones, except unique values and values that need a proof. */
function copiedValues(entity: EntityDefinition, principal: Principal, row: AnyRow): Record<string, unknown> {
  const { readable, writable } = viewOf(principal, entity);
  const names = Object.keys(readable.fields).filter((name) => {
    const { storage, proof, isForNewRows } = fieldTypeOf(entity.fields[name]!);
    return (
      writable.add.has(name) &&
      storage !== "none" &&
      proof === undefined &&
      isForNewRows !== true &&
      !isUniqueField(entity, name)
    );
  });
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/**
 * The form of an entity for the caller.
 * @throws {Problem} unauthenticated or forbidden; notFound for an unknown type or row
 */
export async function readForm(
  context: CallContext<RequestPrincipal>,
  { type, id, from }: FormOfEntity,
): Promise<AutoForm> {
  const { entities, locale, services } = context;
  // The calls that read forms are open to everyone because of the forms that are; others are for members.
  const principal = admit(member, context, {}, { allowsEntity: () => false });
  const entity = entities.find(type);
  guard(principal, entity, id === undefined ? "add" : "read");
  guardPage(principal, entity, id === undefined ? "add" : "edit");
  const addable = addableTypes({ principal, entities }, entity);
  if (id === undefined) {
    const form = { ...toForm(entity, principal, locale, null), titles: {}, addable };
    if (from === undefined) return form;
    guard(principal, entity, "read");
    const source = await readRow(services.database, principal, entity, from);
    const titles = await titlesFor(services.database, { principal, entities, locale }, entity, [source]);
    return { ...form, titles, values: { ...form.values, ...copiedValues(entity, principal, source) } };
  }
  const row = await readRow(services.database, principal, entity, id);
  const requests = requestsFor(services.rowCommands, { principal, entities }, entity);
  const [titles, { mayUpdate, actions }, latestChange] = await Promise.all([
    titlesFor(services.database, { principal, entities, locale }, entity, [row]),
    formActions(services.database, { principal, locale }, entity, { id, requests }),
    lastChange(services.database, principal, entity, id),
  ]);
  const rowName = titleOf(row[viewOf(principal, entity).readable.titleField], locale);
  return {
    ...toForm(entity, principal, locale, row, mayUpdate),
    ...(latestChange === undefined ? {} : { lastChange: latestChange }),
    titles,
    addable,
    ...(rowName === "" ? {} : { rowName }),
    actions: isAddable(principal, entity) ? [...actions, copyAction(entity, locale)] : actions,
  };
}
