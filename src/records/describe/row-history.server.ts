import { sql } from "drizzle-orm";
import { type Principal, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty, localizeField } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import type { RowChange, RowHistory, ValueChange } from "#kit/row-history.ts";
import type { Locale, Text } from "#kit/text.ts";
import { entityKey } from "#records/change/history.server.ts";
import { goneText } from "#records/change/refusals.server.ts";
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
const maxShown = 10_000;

/**
 * The history of a row is for members only, also where visitors may read the row: it names members.
 * @throws {Problem} unauthenticated; forbidden; notFound for a row that this person may not read
 */
async function admitReader(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<UserPrincipal> {
  if (who.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  guard(who, entity, "read");
  const found = await database.read(
    who.tenantId,
    sql`select 1 from ${storeOf(entity).from([])} where ${rowsFor(who, entity, "read")} and id = ${id}::uuid`,
  );
  if (found.length === 0) throw new Problem("notFound", goneText);
  return who;
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

/**
 * A page of the changes of a row, latest first. It has only the fields that the reader may read, and no changes that concern none of them.
 * `before`: only changes before this version.
 * @throws {Problem} unauthenticated; forbidden; notFound
 */
export async function readHistory(
  database: Database,
  reader: RowContext & { locale: Locale },
  entity: EntityDefinition,
  { id, before = null }: { id: string; before?: number | null | undefined },
): Promise<RowHistory> {
  const { tenantId, memberId } = await admitReader(database, reader.who, entity, id);
  const { fields } = viewOf(reader.who, entity).seen;
  const order = Object.keys(fields);
  const names = sql`${sql.param(order)}::text[]`;
  const found = await database.read<FoundChange>(
    tenantId,
    sql`select version, verb, created_at as at, actor, member_name as name, member_id is not distinct from ${memberId}::uuid as "isSelf",
        (select coalesce(jsonb_agg(jsonb_build_object('field', key, 'isLong', is_long,
            'before', case when not is_long then c.before -> key end, 'after', case when not is_long then value end)), '[]')
          from (select key, value, length(value::text) + length((c.before -> key)::text) > ${maxShown} as is_long
            from jsonb_each(c.after) where key = any(${names})) diff) as values
      from row_change c where tenant_id = ${tenantId}::uuid and row_id = ${id}::uuid and entity = ${entityKey(entity)}
        and (verb <> 'update' or after ?| ${names}) and (${before}::int is null or version < ${before}::int)
      order by version desc limit ${pageSize + 1}`,
  );
  const changes = found.slice(0, pageSize).map(({ values, ...change }) => ({
    ...change,
    values: values
      .map((value) => valueChange(value, fields[value.field]!))
      .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field)),
  }));
  const values = changes.flatMap((change) => change.values);
  const sides = values.flatMap(({ field, before: was, after }) => [{ [field]: was }, { [field]: after }]);
  return {
    changes,
    next: found.length > pageSize ? changes.at(-1)!.version : null,
    fields: Object.fromEntries(
      values.map(({ field }) => [field, localizeField(fields[field]!, reader.locale, fieldTypeOf)]),
    ),
    titles: await titlesFor(database, reader, entity, sides),
  };
}

/**
 * The values that a row had at a version: of the fields that have changed since and that this person may write.
 * @throws {Problem} unauthenticated; forbidden; notFound
 */
export async function valuesAt(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  { id, version }: { id: string; version: number },
): Promise<AnyValues> {
  const { tenantId } = await admitReader(database, who, entity, id);
  const { writable } = viewOf(who, entity);
  const versions = await database.read(
    tenantId,
    sql`select 1 from row_change where tenant_id = ${tenantId}::uuid and row_id = ${id}::uuid and entity = ${entityKey(entity)} and version = ${version}`,
  );
  if (versions.length === 0) throw new Problem("notFound", noVersionText);
  // What a field was before the first change that came after.
  const found = await database.read<{ field: string; value: unknown }>(
    tenantId,
    sql`select distinct on (field) field, value from row_change c, jsonb_each(c.before) was(field, value)
      where tenant_id = ${tenantId}::uuid and row_id = ${id}::uuid and entity = ${entityKey(entity)} and version > ${version}
        and field = any(${sql.param([...writable.update])}::text[])
      order by field, version`,
  );
  return Object.fromEntries(found.map(({ field, value }) => [field, value]));
}
