import { type SQL, sql } from "drizzle-orm";
import { type Principal, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty, localizeField } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import type { LastChange, RowChange, RowHistory, ValueChange } from "#kit/row-history.ts";
import type { Locale, Text } from "#kit/text.ts";
import { entityKey } from "#records/change/history.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { titlesFor } from "./titles.server.ts";

/** Changes per page. */
const pageSize = 20;
/** Values with more characters, before and after together, are left out. */
const maxLength = 10_000;

/**
 * The history of a row is for members only, even of a public row, because it names members.
 * @throws {Problem} unauthenticated; forbidden; notFound for a row that this person may not read
 */
async function admitReader(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<UserPrincipal> {
  if (principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  guard(principal, entity, "read");
  const rows = await database.read(
    principal.tenantId,
    sql`select 1 from ${storeOf(entity).from([])} where ${rowsFor(principal, entity, "read")} and id = ${id}::uuid`,
  );
  if (rows.length === 0) throw new Problem("notFound", notFoundText);
  return principal;
}

/** Whether the field can hold the value today. An earlier field of the same name may have had another type. */
function fits(name: string, field: FieldConfig, value: unknown): boolean {
  if (isEmpty(value)) return true;
  const values = { [name]: value };
  return (
    Object.keys(checkFields({ [name]: field }, values, values, { typeOf: fieldTypeOf, isDraft: true })).length === 0
  );
}

const noVersionText: Text = { zh: "没有此版本", en: "There is no such version" };
const longText: Text = {
  zh: "原来的内容过长，未保存在修改记录中",
  en: "The earlier content was too long to be kept in the history",
};

type FoundChange = Omit<RowChange, "values"> & {
  values: readonly { field: string; isLong: boolean; before: unknown; after: unknown }[];
};

/** The change of a field, without values that cannot be shown. */
function valueChange(
  { field, isLong, before, after }: FoundChange["values"][number],
  config: FieldConfig,
): ValueChange {
  if (isLong) return { field, omitted: "long", before: null, after: null };
  const isWhole = [before, after].every((value) => fits(field, config, value));
  return isWhole ? { field, before, after } : { field, omitted: "unfit", before: null, after: null };
}

/** The changes `c` of one row, without events. */
const changesOf = (tenantId: string, entity: EntityDefinition, id: string): SQL =>
  sql`c.tenant_id = ${tenantId}::uuid and c.row_id = ${id}::uuid and c.entity = ${entityKey(entity)} and c.version > 0`;

/**
 * The recorded change `c` of the fields `names`: `field`, `before`, `after`, and `is_lost` for values that were too long to record. A space can
 * remove a field and add another one of the same name: changes from before are left out.
 */
function changedFields({ stored }: EntityDefinition, names: readonly string[]): SQL {
  const since =
    stored === undefined
      ? sql`true`
      : sql`c.created_at >= coalesce((select (d.field_times ->> field)::timestamptz from entity_definition d
          where d.tenant_id = c.tenant_id and d.id = ${stored.id}::uuid), '-infinity')`;
  return sql`(select * from (
      select key as field, c.before -> key as before, value as after, false as is_lost from jsonb_each(c.after)
      union all select name, null, null, true from unnest(c.long) name
    ) changed where field = any(${sql.param([...names])}::text[]) and ${since})`;
}

/**
 * A page of the history of a row, latest first, with readable fields only; changes without any are left out. `before`: only changes before this
 * version.
 * @throws {Problem} unauthenticated; forbidden; notFound
 */
export async function readHistory(
  database: Database,
  reader: RowContext & { locale: Locale },
  entity: EntityDefinition,
  { id, before = null }: { id: string; before?: number | null | undefined },
): Promise<RowHistory> {
  const { tenantId, memberId } = await admitReader(database, reader.principal, entity, id);
  const { fields } = viewOf(reader.principal, entity).readable;
  const order = Object.keys(fields);
  const changed = changedFields(entity, order);
  const rows = await database.read<FoundChange>(
    tenantId,
    sql`select version, verb, created_at as at, actor, member_name as name, member_id is not distinct from ${memberId}::uuid as "isSelf",
        (select coalesce(jsonb_agg(jsonb_build_object('field', field, 'isLong', is_long,
            'before', case when not is_long then before end, 'after', case when not is_long then after end)), '[]')
          from (select *, is_lost or length(after::text) + length(before::text) > ${maxLength} as is_long from ${changed} one) diff) as values
      from row_change c where ${changesOf(tenantId, entity, id)}
        and (verb <> 'update' or exists ${changed}) and (${before}::int is null or version < ${before}::int)
      order by version desc limit ${pageSize + 1}`,
  );
  const changes = rows.slice(0, pageSize).map(({ values, ...change }) => ({
    ...change,
    values: values
      .map((value) => valueChange(value, fields[value.field]!))
      .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field)),
  }));
  const values = changes.flatMap((change) => change.values);
  const sides = values.flatMap(({ field, before: was, after }) => [{ [field]: was }, { [field]: after }]);
  return {
    changes,
    next: rows.length > pageSize ? changes.at(-1)!.version : null,
    fields: Object.fromEntries(
      values.map(({ field }) => [field, localizeField(fields[field]!, reader.locale, fieldTypeOf)]),
    ),
    titles: await titlesFor(database, reader, entity, sides),
  };
}

/** The latest change in the history, for somebody who may read the row; undefined for visitors. */
export async function lastChange(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<LastChange | undefined> {
  if (principal.kind !== "user") return undefined;
  const { tenantId, memberId } = principal;
  const changed = changedFields(entity, Object.keys(viewOf(principal, entity).readable.fields));
  const [row] = await database.read<LastChange>(
    tenantId,
    sql`select created_at as at, actor, member_name as name, member_id is not distinct from ${memberId}::uuid as "isSelf"
      from row_change c where ${changesOf(tenantId, entity, id)} and (verb <> 'update' or exists ${changed})
      order by version desc limit 1`,
  );
  return row;
}

const lostProblem = (fields: readonly string[]) =>
  new Problem("conflict", longText, { fields: Object.fromEntries(fields.map((field) => [field, longText])) });

/**
 * The values of a row at a version: of the fields that have changed since and that this person may write.
 * @throws {Problem} unauthenticated; forbidden; notFound; conflict, naming fields whose values were too long to record
 */
export async function valuesAt(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { id, version }: { id: string; version: number },
): Promise<AnyValues> {
  const { tenantId } = await admitReader(database, principal, entity, id);
  const { writable } = viewOf(principal, entity);
  const versions = await database.read(
    tenantId,
    sql`select 1 from row_change c where ${changesOf(tenantId, entity, id)} and version = ${version}`,
  );
  if (versions.length === 0) throw new Problem("notFound", noVersionText);
  // The value of a field before the first later change.
  const values = await database.read<{ field: string; before: unknown; isLost: boolean }>(
    tenantId,
    sql`select distinct on (field) field, before, is_lost as "isLost"
      from (select c.version, one.* from row_change c, lateral ${changedFields(entity, [...writable.update])} one
        where ${changesOf(tenantId, entity, id)} and version > ${version}) was
      order by field, version`,
  );
  const lost = values.filter(({ isLost }) => isLost);
  if (lost.length > 0) throw lostProblem(lost.map(({ field }) => field));
  return Object.fromEntries(values.map(({ field, before }) => [field, before]));
}

/**
 * The value of a field before a change.
 * @throws {Problem} unauthenticated; forbidden; notFound when there is no such change of a field that this person may write; conflict when the value
 * was too long to record
 */
export async function valueBefore(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { id, change, field }: { id: string; change: number; field: string },
): Promise<AnyValues> {
  const { tenantId } = await admitReader(database, principal, entity, id);
  const names = viewOf(principal, entity).writable.update.has(field) ? [field] : [];
  const [row] = await database.read<{ before: unknown; isLost: boolean }>(
    tenantId,
    sql`select one.before, one.is_lost as "isLost" from row_change c, lateral ${changedFields(entity, names)} one
      where ${changesOf(tenantId, entity, id)} and version = ${change}`,
  );
  if (row === undefined) throw new Problem("notFound", noVersionText);
  if (row.isLost) throw lostProblem([field]);
  return { [field]: row.before };
}
