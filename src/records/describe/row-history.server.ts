import { type SQL, sql } from "drizzle-orm";
import { type Principal, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty, localizeField } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { type LastChange, maxChangeSize, type RowChange, type RowHistory, type ValueChange } from "#kit/row-history.ts";
import type { Locale, Text } from "#kit/text.ts";
import { entityKey } from "#records/change/history.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { titlesFor } from "./titles.server.ts";

/**
 * The changes of a page, and the number of characters: a change whose values before and after have more together is shown without them. Configuration is
 * shown by the lines that differ, so that its values, definitions of light apps for instance, can be longer.
 */
const limits = {
  content: { changes: 20, characters: 10_000 },
  configuration: { changes: 10, characters: maxChangeSize },
};

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
    sql`select 1 from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")} and id = ${id}::uuid`,
  );
  if (rows.length === 0) throw new Problem("notFound", notFoundText);
  return principal;
}

/** Whether the value is valid for the field. An earlier field of the same name may have had another type. */
function isStorable(name: string, field: FieldConfig, value: unknown): boolean {
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

type HistoryRow = Omit<RowChange, "values"> & {
  values: readonly { field: string; isLong: boolean; before: unknown; after: unknown }[];
};

/** The change of a field, without values that cannot be shown. */
function valueChange({ field, isLong, before, after }: HistoryRow["values"][number], config: FieldConfig): ValueChange {
  if (isLong) return { field, omitted: "long", before: null, after: null };
  const areShowable = [before, after].every((value) => isStorable(field, config, value));
  return areShowable ? { field, before, after } : { field, omitted: "unfit", before: null, after: null };
}

/** The condition on changes `c` of one row, without events. */
const changesCondition = (tenantId: string, entity: EntityDefinition, id: string): SQL =>
  sql`c.tenant_id = ${tenantId}::uuid and c.row_id = ${id}::uuid and c.entity = ${entityKey(entity)} and c.version > 0`;

/**
 * A subquery of the fields among `names` that the change `c` changed: `field`, `before`, `after`, and `is_lost` for values that were too long to
 * record. A space can remove a field and add another one with its name: changes of the removed field are left out.
 */
function changedFieldsSql({ stored }: EntityDefinition, names: readonly string[]): SQL {
  const fromSameField =
    stored === undefined
      ? sql`true`
      : sql`c.created_at >= coalesce((select (d.field_times ->> field)::timestamptz from entity_definition d
          where d.tenant_id = c.tenant_id and d.id = ${stored.id}::uuid), '-infinity')`;
  return sql`(select * from (
      select key as field, c.before -> key as before, value as after, false as is_lost from jsonb_each(c.after)
      union all select name, null, null, true from unnest(c.long) name
    ) changed where field = any(${sql.param([...names])}::text[]) and ${fromSameField})`;
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
  const { readable, writable } = viewOf(reader.principal, entity);
  const { fields } = readable;
  const order = Object.keys(fields);
  const limit = limits[entity.configuration === undefined ? "content" : "configuration"];
  const changed = changedFieldsSql(entity, order);
  const rows = await database.read<HistoryRow>(
    tenantId,
    sql`select version, verb, created_at as at, actor, member_name as name, member_id is not distinct from ${memberId}::uuid as "isSelf",
        (select coalesce(jsonb_agg(jsonb_build_object('field', field, 'isLong', is_long,
            'before', case when not is_long then before end, 'after', case when not is_long then after end)), '[]')
          from (select *, is_lost or length(after::text) + length(before::text) > ${limit.characters} as is_long from ${changed} field_change) field_changes) as values
      from row_change c where ${changesCondition(tenantId, entity, id)}
        and (verb <> 'update' or exists ${changed}) and (${before}::int is null or version < ${before}::int)
      order by version desc limit ${limit.changes + 1}`,
  );
  const changes = rows.slice(0, limit.changes).map(({ values, ...change }) => ({
    ...change,
    values: values
      .map((value) => valueChange(value, fields[value.field]!))
      .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field)),
  }));
  const values = changes.flatMap((change) => change.values);
  const shownValues = values.flatMap((value) => [{ [value.field]: value.before }, { [value.field]: value.after }]);
  return {
    changes,
    next: rows.length > limit.changes ? changes.at(-1)!.version : null,
    fields: Object.fromEntries(
      values.map(({ field }) => [field, localizeField(fields[field]!, reader.locale, fieldTypeOf)]),
    ),
    restorable: [...new Set(values.map(({ field }) => field))].filter((field) => writable.update.has(field)),
    titles: await titlesFor(database, reader, entity, shownValues),
  };
}

/** The latest change of readable fields in the history; undefined for visitors, and without a change. The caller checks that the row is readable. */
export async function lastChange(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<LastChange | undefined> {
  if (principal.kind !== "user") return undefined;
  const { tenantId, memberId } = principal;
  const changed = changedFieldsSql(entity, Object.keys(viewOf(principal, entity).readable.fields));
  const [row] = await database.read<LastChange>(
    tenantId,
    sql`select created_at as at, actor, member_name as name, member_id is not distinct from ${memberId}::uuid as "isSelf"
      from row_change c where ${changesCondition(tenantId, entity, id)} and (verb <> 'update' or exists ${changed})
      order by version desc limit 1`,
  );
  return row;
}

const lostProblem = (fields: readonly string[]) =>
  new Problem("conflict", longText, { fields: Object.fromEntries(fields.map((field) => [field, longText])) });

/**
 * The values that a row had at a version, for the fields that have changed since then and that this person may write.
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
    sql`select 1 from row_change c where ${changesCondition(tenantId, entity, id)} and version = ${version}`,
  );
  if (versions.length === 0) throw new Problem("notFound", noVersionText);
  // The value of a field before the first later change.
  const values = await database.read<{ field: string; before: unknown; isLost: boolean }>(
    tenantId,
    sql`select distinct on (field) field, before, is_lost as "isLost"
      from (select c.version, field_change.* from row_change c, lateral ${changedFieldsSql(entity, [...writable.update])} field_change
        where ${changesCondition(tenantId, entity, id)} and version > ${version}) later_changes
      order by field, version`,
  );
  const lost = values.filter(({ isLost }) => isLost);
  if (lost.length > 0) throw lostProblem(lost.map(({ field }) => field));
  return Object.fromEntries(values.map(({ field, before }) => [field, before]));
}

/**
 * The value of a field before the change with the version `change`.
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
    sql`select field_change.before, field_change.is_lost as "isLost" from row_change c, lateral ${changedFieldsSql(entity, names)} field_change
      where ${changesCondition(tenantId, entity, id)} and version = ${change}`,
  );
  if (row === undefined) throw new Problem("notFound", noVersionText);
  if (row.isLost) throw lostProblem([field]);
  return { [field]: row.before };
}
