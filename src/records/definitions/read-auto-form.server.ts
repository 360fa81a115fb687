import { sql } from "drizzle-orm";
import type { z } from "zod";
import { member, type Principal, type RequestPrincipal, type UserPrincipal } from "#kit/access.ts";
import type { AutoForm } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { inLocale } from "#kit/text.ts";
import autoConfig from "#entities/autoConfig.ts";
import { configForm } from "#records/describe/config-forms.server.ts";
import { toForm } from "#records/describe/describe.server.ts";
import { type formInput, readForm } from "#records/describe/read-form.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { allows, guard } from "#records/registry/guard.server.ts";
import { admit } from "#server/http/calls.server.ts";
import { formEntity, readConfigurationForm } from "./configuration-form.server.ts";

const formNotFound = (): Problem => new Problem("notFound", { zh: "表单不存在", en: "There is no such form" });

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
export async function readAutoForm(
  context: CallContext<RequestPrincipal>,
  { type, key = "", ...rows }: z.output<typeof formInput>,
): Promise<AutoForm> {
  if (type !== undefined) return readForm(context, { type, ...rows });
  const openForm = configForm(key, context.locale);
  return openForm ?? readConfiguration(context, admit(member, context, {}, { allowsEntity: () => false }), key);
}
