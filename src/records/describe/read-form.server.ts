import { z } from "zod";
import { member, type RequestPrincipal } from "#kit/access.ts";
import type { AutoForm } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { addableTypes } from "./addable.server.ts";
import { configForm } from "./config-forms.server.ts";
import { toForm } from "./describe.server.ts";
import { formActions } from "./row-actions.server.ts";
import { lastChange } from "./row-history.server.ts";
import { titleOf, titlesFor } from "./titles.server.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { admit } from "#server/http/calls.server.ts";

const keyInput = z.string().min(1).max(60);

/** A form by the type of an entity, with the id of a row, or by the key of a form that belongs to no entity. */
export const formInput = z
  .strictObject({ type: typeInput.optional(), id: idInput.optional(), key: keyInput.optional() })
  .refine(
    ({ type, id, key }) => (type === undefined) !== (key === undefined) && (key === undefined || id === undefined),
    refusal({ zh: "请提供 type 或 key，二者选一", en: "Give either type or key" }),
  );

const noForm = (): Problem => new Problem("notFound", { zh: "表单不存在", en: "There is no such form" });

/**
 * The form of an entity as the caller gets it, or one without an entity.
 * @throws {Problem} unauthenticated or forbidden for the form of an entity; notFound
 */
export async function readForm(
  context: CallContext<RequestPrincipal>,
  { type, id, key }: z.output<typeof formInput>,
): Promise<AutoForm> {
  const { entities, locale, services } = context;
  if (type === undefined) {
    const form = configForm(key!, locale);
    if (form === undefined) throw noForm();
    return form;
  }
  // Forms of entities are for members (the access of these calls is open because of the keys).
  const principal = admit(member, context, {}, { allowsEntity: () => false });
  const entity = entities.find(type);
  guard(principal, entity, id === undefined ? "add" : "read");
  const addable = addableTypes({ principal, entities }, entity);
  if (id === undefined) return { ...toForm(entity, principal, locale, null), titles: {}, addable };
  const row = await readRow(services.database, principal, entity, id);
  const requests = requestsFor(services.rowCommands, { principal, entities }, entity);
  const [titles, { mayUpdate, actions }, last] = await Promise.all([
    titlesFor(services.database, { principal, entities, locale }, entity, [row]),
    formActions(services.database, { principal, locale }, entity, { id, requests }),
    lastChange(services.database, principal, entity, id),
  ]);
  const rowName = titleOf(row[viewOf(principal, entity).readable.titleField], locale);
  return {
    ...toForm(entity, principal, locale, row, mayUpdate),
    ...(last === undefined ? {} : { lastChange: last }),
    titles,
    addable,
    ...(rowName === "" ? {} : { rowName }),
    actions,
  };
}
