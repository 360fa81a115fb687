import { sql } from "drizzle-orm";
import { z } from "zod";
import { member, type Principal, type RequestPrincipal, type UserPrincipal } from "#kit/access.ts";
import type { AutoForm, RowAction } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { inLocale, type Locale } from "#kit/text.ts";
import autoConfig from "#entities/autoConfig.ts";
import { addableTypes } from "./addable.server.ts";
import { configForm } from "./config-forms.server.ts";
import { isUniqueField, toForm } from "./describe.server.ts";
import { formActions } from "./row-actions.server.ts";
import { lastChange } from "./row-history.server.ts";
import { titleOf, titlesFor } from "./titles.server.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { formEntity, readConfigurationForm } from "#records/definitions/configuration-form.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows, guard } from "#records/registry/guard.server.ts";
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

const copyWord = { zh: "创建副本", en: "Duplicate" };
const formNotFound = (): Problem => new Problem("notFound", { zh: "表单不存在", en: "There is no such form" });

/** Whether a person may add rows of an entity in its form: not if rows are added on another page (`addUrl`), nor if it has only one row. */
const isAddable = (principal: Principal, entity: EntityDefinition): boolean =>
  allows(principal, entity, "add") && entity.isSingle !== true && entity.addUrl === undefined;

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

/** The id of the first configuration of a type that a person may read. */
async function firstConfiguration({ services }: CallContext, principal: Principal, type: string) {
  const [first] = await services.database.read<{ id: string }>(
    principal.tenantId,
    sql`select id from ${tableSql(autoConfig)}
      where ${permittedRowsSql(principal, autoConfig, "read")} and lower(config_type) = lower(${type})
      order by sort_order nulls first, created_at, id limit 1`,
  );
  return first?.id;
}

/**
 * The form of a type of configurations, with the values of the first one. The saved row is the configuration: its `value` is the JSON of the values.
 * @throws {Problem} forbidden; notFound for a type without a form
 */
async function readConfiguration(
  context: CallContext<RequestPrincipal>,
  principal: UserPrincipal,
  key: string,
): Promise<AutoForm> {
  const { entities, locale, services } = context;
  guard(principal, autoConfig, "read");
  const { tenantId } = principal;
  const scope = { principal, entities };
  const found = await services.database.tenant(tenantId, async (tx) => {
    const form = await readConfigurationForm(tx, tenantId, key);
    const entity = form && (await formEntity(tx, scope, form.definition));
    return form && entity && { form, entity };
  });
  if (found === undefined) throw formNotFound();
  const { form, entity } = found;
  const id = await firstConfiguration(context, principal, key);
  const row = id === undefined ? null : await readRow(services.database, principal, autoConfig, id);
  const content = readJsonObject(String(row?.value ?? "")) ?? {};
  const stored = Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(entity.fields, name)));
  const empty = toForm(entity, { kind: "system", tenantId }, locale, null);
  return {
    ...empty,
    type: form.type,
    name: inLocale(form.name, locale) ?? form.type,
    row,
    values: { ...empty.values, ...stored },
    hiddenButton: !allows(principal, autoConfig, row === null ? "add" : "update"),
    titles: await titlesFor(services.database, { ...scope, locale }, entity, [stored]),
    addable: [],
    url: `Api/${autoConfig.type}/QuerySave`,
  };
}

/**
 * The form of an entity for the caller, or a form without an entity.
 * @throws {Problem} unauthenticated or forbidden for a form that is not open to everyone; notFound for an unknown type, key or row
 */
export async function readForm(
  context: CallContext<RequestPrincipal>,
  { type, id, from, key }: z.output<typeof formInput>,
): Promise<AutoForm> {
  const { entities, locale, services } = context;
  const openForm = key === undefined ? undefined : configForm(key, locale);
  if (openForm !== undefined) return openForm;
  // The calls that read forms are open to everyone because of the forms that are; others are for members.
  const principal = admit(member, context, {}, { allowsEntity: () => false });
  if (type === undefined) return readConfiguration(context, principal, key!);
  const entity = entities.find(type);
  guard(principal, entity, id === undefined ? "add" : "read");
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
