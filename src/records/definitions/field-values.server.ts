import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import type { ConvertValue } from "./convert-value.server.ts";
import type { SpaceDefinition } from "./space-definitions.server.ts";

/** Where the values of a field are: in the records, or among those that are kept of removed fields. */
export type ValueColumn = "data" | "removed_data";

type Scope = Pick<SpaceDefinition, "id" | "tenantId">;
const scopeOf = ({ id, tenantId }: Scope): SQL => sql`tenant_id = ${tenantId}::uuid and entity_id = ${id}::uuid`;
const namesSql = (names: readonly string[]): SQL => sql`${sql.param([...names])}::text[]`;
const idsSql = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/** How many records of a definition there are, and have a value of each field. Those in the trash count as well. */
export type ValueCounts = { total: number } & Readonly<Record<ValueColumn, ReadonlyMap<string, number>>>;

/** Counts the records of a definition, and the values of these fields. */
export async function countValues(tx: Tx, scope: Scope, names: readonly string[]): Promise<ValueCounts> {
  const [total] = await tx.rows<{ n: number }>(sql`select count(*)::int as n from record where ${scopeOf(scope)}`);
  const rows =
    names.length === 0
      ? []
      : await tx.rows<{ name: string; present: number; removed: number }>(
          sql`select name, count(*) filter (where data ? name)::int as present, count(*) filter (where removed_data ? name)::int as removed
            from record, unnest(${namesSql(names)}) name where ${scopeOf(scope)} group by name`,
        );
  return {
    total: total!.n,
    data: new Map(rows.map(({ name, present }) => [name, present])),
    removed_data: new Map(rows.map(({ name, removed }) => [name, removed])),
  };
}

/** A field in a field of rows or in a group, in records or among the values that are kept of removed fields. */
type SubFieldPlace = { field: string; name: string; from: ValueColumn };

/** The values of a field in another one. Names of fields are letters and digits. */
const valuesPath = ({ field, name }: SubFieldPlace) => `$."${field}"[*]."${name}" ? (@ != null)`;
const missingPath = ({ field, name }: SubFieldPlace) => `$."${field}"[*] ? (!exists(@."${name}" ? (@ != null)))`;

/** How many records have a value of a field in another one, or lack it in one of their rows. */
export async function countSubValues(
  tx: Tx,
  scope: Scope,
  place: SubFieldPlace,
): Promise<{ present: number; lacking: number }> {
  const column = sql.raw(place.from);
  const [counts] = await tx.rows<{ present: number; lacking: number }>(
    sql`select count(*) filter (where jsonb_path_exists(${column}, ${valuesPath(place)}::jsonpath))::int as present,
        count(*) filter (where jsonb_path_exists(${column}, ${missingPath(place)}::jsonpath))::int as lacking
      from record where ${scopeOf(scope)} and ${column} ? ${place.field}::text`,
  );
  return counts!;
}

/** Keeps, under `key`, the values that records have in a field of another one, before these are taken out. */
export async function keepSubValues(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  { key, ...place }: Omit<SubFieldPlace, "from"> & { key: string },
): Promise<void> {
  const path = valuesPath({ ...place, from: "data" });
  await tx.rows(sql`update record set removed_data = removed_data || jsonb_build_object(${key}::text, data -> ${place.field}::text)
    where ${scopeOf(scope)} and id = any(${idsSql(ids)}) and jsonb_path_exists(data, ${path}::jsonpath)`);
}

/** Puts what was kept under `key` back into the values of a field. `restore` makes the new value of the current and the kept one. */
export async function restoreSubValues(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  { key, field, restore }: { key: string; field: string; restore: (value: unknown, kept: unknown) => unknown },
): Promise<void> {
  const rows = await tx.rows<StoredValue & { kept: unknown }>(
    sql`select id, data -> ${field}::text as value, removed_data -> ${key}::text as kept from record
      where ${scopeOf(scope)} and id = any(${idsSql(ids)}) and data ? ${field}::text and removed_data ? ${key}::text`,
  );
  const restored = rows.map(({ id, value, kept }) => ({ id, value: restore(value, kept) }));
  await tx.rows(sql`update record set data = jsonb_set(data, array[${field}::text], r.value)
    from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb) as r(id uuid, value jsonb)
    where ${scopeOf(scope)} and record.id = r.id`);
  await tx.rows(sql`update record set removed_data = removed_data - ${key}::text
    where ${scopeOf(scope)} and id = any(${idsSql(ids)}) and removed_data ? ${key}::text`);
}

/** Names of fields by the column in which records have their values. */
export type NamesByColumn = Readonly<Record<ValueColumn, readonly string[]>>;

/** The condition that a record has a value of one of these fields. */
const hasValues = ({ data, removed_data }: NamesByColumn): SQL =>
  sql`(data ?| ${namesSql(data)} or removed_data ?| ${namesSql(removed_data)})`;

/** How many records have a value of one of these fields. */
export async function countRecordsWith(tx: Tx, scope: Scope, names: NamesByColumn): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from record where ${scopeOf(scope)} and ${hasValues(names)}`,
  );
  return row!.n;
}

const firstId = "00000000-0000-0000-0000-000000000000";

/** The ids of the records in batches of this size, in their order: of all, or only of those with a value of one of these fields. */
export async function* recordIds(
  tx: Tx,
  scope: Scope,
  { size, names }: { size: number; names?: NamesByColumn },
): AsyncGenerator<string[]> {
  const condition = names === undefined ? sql`true` : hasValues(names);
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const rows: { id: string }[] = await tx.rows(sql`select id from record
      where ${scopeOf(scope)} and id > ${after}::uuid and ${condition} order by id limit ${size}`);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    after = rows.length < size ? undefined : rows.at(-1)!.id;
  }
}

type Conversion = { field: string; convert: ConvertValue };
type StoredValue = { id: string; value: unknown };

/** Values per statement. */
const batchSize = 1000;

/** How many of the first `limit` values of a field cannot be converted. `signal` ends the count. */
export async function countUnconverted(
  tx: Tx,
  scope: Scope,
  { field, convert, from }: Conversion & { from: ValueColumn },
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const column = sql.raw(from);
  let [count, left] = [0, limit];
  let after: string | undefined = firstId;
  while (after !== undefined && left > 0) {
    signal?.throwIfAborted();
    const size = Math.min(batchSize, left);
    const rows: StoredValue[] = await tx.rows(sql`select id, ${column} -> ${field}::text as value from record
      where ${scopeOf(scope)} and ${column} ? ${field}::text and id > ${after}::uuid order by id limit ${size}`);
    count += rows.filter(({ value }) => convert(value) === undefined).length;
    left -= rows.length;
    after = rows.length < size ? undefined : rows.at(-1)!.id;
  }
  return count;
}

/** Converts the values of a field in these records. @throws {Error} when one of them cannot be converted */
export async function convertValues(tx: Tx, scope: Scope, ids: readonly string[], { field, convert }: Conversion) {
  const rows = await tx.rows<StoredValue>(sql`select id, data -> ${field}::text as value from record
    where ${scopeOf(scope)} and id = any(${idsSql(ids)}) and data ? ${field}::text`);
  const converted = rows.map(({ id, value }) => ({ id, value: convert(value) }));
  if (converted.some(({ value }) => value === undefined)) throw new Error(`a value of ${field} cannot be converted`);
  await tx.rows(sql`update record set data = jsonb_set(data, array[${field}::text], c.value)
    from jsonb_to_recordset(${JSON.stringify(converted)}::jsonb) as c(id uuid, value jsonb)
    where ${scopeOf(scope)} and record.id = c.id`);
}

/** The values of these fields in a JSON column, as one object. */
const valuesSql = (column: SQL, names: SQL): SQL =>
  sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(${column}) where key = any(${names})), '{}')`;

/**
 * Puts the values of removed fields of these records aside, and those of restored fields back. `names`: the removed ones, which are in `data`, and the
 * restored ones, which are in `removed_data`. Values that are put aside leave the index.
 */
export async function moveValues(tx: Tx, scope: Scope, ids: readonly string[], names: NamesByColumn): Promise<void> {
  const [removed, restored] = [namesSql(names.data), namesSql(names.removed_data)];
  const records = idsSql(ids);
  await tx.rows(sql`update record set data = (data - ${removed}) || ${valuesSql(sql`removed_data`, restored)},
      removed_data = (removed_data - ${restored}) || ${valuesSql(sql`data`, removed)}
    where ${scopeOf(scope)} and id = any(${records}) and ${hasValues(names)}`);
  await tx.rows(
    sql`delete from record_index where ${scopeOf(scope)} and record_id = any(${records}) and field = any(${removed})`,
  );
}

/** The number of records that share the values of these fields with another one. Records in the trash, or without one of the values, do not count. */
export async function countDuplicates(tx: Tx, scope: Scope, names: readonly string[]): Promise<number> {
  const list = namesSql(names);
  const [duplicates] = await tx.rows<{ n: number }>(sql`select coalesce(sum(n), 0)::int as n from (
    select count(*) as n from (
      select (select jsonb_agg(data -> name order by position) from unnest(${list}) with ordinality parts(name, position)) as value
      from record where ${scopeOf(scope)} and deleted_at is null and data ?& ${list}) combined
    group by value having count(*) > 1) repeated`);
  return duplicates!.n;
}
