import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import type { ConvertValue } from "./convert-value.server.ts";
import type { SpaceDefinition } from "./space-definitions.server.ts";

/** Records per statement. */
const batchSize = 500;

/** Where the values of a field are: in the records, or among those that are kept of removed fields. */
export type ValueColumn = "data" | "removed_data";

const scopeOf = ({ id, tenantId }: SpaceDefinition): SQL =>
  sql`tenant_id = ${tenantId}::uuid and entity_id = ${id}::uuid`;

/** How many records of a definition there are, and have a value of each field. Those in the trash count as well. */
export type ValueCounts = { total: number } & Readonly<Record<ValueColumn, ReadonlyMap<string, number>>>;

/** Counts the records of a definition, and the values of these fields. */
export async function countValues(tx: Tx, definition: SpaceDefinition, names: readonly string[]): Promise<ValueCounts> {
  const scope = scopeOf(definition);
  const [total] = await tx.rows<{ n: number }>(sql`select count(*)::int as n from record where ${scope}`);
  const rows = await tx.rows<{ name: string; present: number; removed: number }>(
    sql`select name, count(*) filter (where data ? name)::int as present, count(*) filter (where removed_data ? name)::int as removed
      from record, unnest(${sql.param([...names])}::text[]) name where ${scope} group by name`,
  );
  return {
    total: total!.n,
    data: new Map(rows.map(({ name, present }) => [name, present])),
    removed_data: new Map(rows.map(({ name, removed }) => [name, removed])),
  };
}

type StoredValue = { id: string; value: unknown };

/** Reads the values of a field in batches, in the order of the records' ids. */
async function* readValues(
  tx: Tx,
  definition: SpaceDefinition,
  field: string,
  from: ValueColumn,
): AsyncGenerator<StoredValue[]> {
  const column = sql.raw(from);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await tx.rows<StoredValue>(sql`select id, ${column} -> ${field}::text as value from record
      where ${scopeOf(definition)} and ${column} ? ${field}::text and id > ${after}::uuid order by id limit ${batchSize}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows;
  }
}

type Conversion = { field: string; convert: ConvertValue };

/** The number of records whose value cannot be converted. */
export async function countUnconverted(
  tx: Tx,
  definition: SpaceDefinition,
  { field, convert }: Conversion,
  from: ValueColumn,
): Promise<number> {
  let count = 0;
  for await (const values of readValues(tx, definition, field, from))
    count += values.filter(({ value }) => convert(value) === undefined).length;
  return count;
}

/** Converts the values of a field in all records. */
export async function convertValues(
  tx: Tx,
  definition: SpaceDefinition,
  { field, convert }: Conversion,
): Promise<void> {
  for await (const values of readValues(tx, definition, field, "data")) {
    const converted = values.map(({ id, value }) => ({ id, value: convert(value) }));
    await tx.rows(sql`update record set data = jsonb_set(data, array[${field}::text], c.value)
      from jsonb_to_recordset(${JSON.stringify(converted)}::jsonb) as c(id uuid, value jsonb)
      where ${scopeOf(definition)} and record.id = c.id`);
  }
}

/** The values of these fields in a JSON column, as one object. */
const valuesSql = (column: SQL, names: SQL): SQL =>
  sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(${column}) where key = any(${names})), '{}')`;

/** Moves the values of fields from one column to the other. */
export async function moveValues(
  tx: Tx,
  definition: SpaceDefinition,
  names: readonly string[],
  from: ValueColumn,
): Promise<void> {
  if (names.length === 0) return;
  const list = sql`${sql.param([...names])}::text[]`;
  const [source, target] = [sql.raw(from), sql.raw(from === "data" ? "removed_data" : "data")];
  await tx.rows(sql`update record set ${target} = ${target} || ${valuesSql(source, list)}, ${source} = ${source} - ${list}
    where ${scopeOf(definition)} and ${source} ?| ${list}`);
}

/** The number of records that share the values of these fields with another one. Records in the trash, or without one of the values, do not count. */
export async function countDuplicates(tx: Tx, definition: SpaceDefinition, names: readonly string[]): Promise<number> {
  const list = sql`${sql.param([...names])}::text[]`;
  const [duplicates] = await tx.rows<{ n: number }>(sql`select coalesce(sum(n), 0)::int as n from (
    select count(*) as n from (
      select (select jsonb_agg(data -> name order by position) from unnest(${list}) with ordinality parts(name, position)) as value
      from record where ${scopeOf(definition)} and deleted_at is null and data ?& ${list}) combined
    group by value having count(*) > 1) repeated`);
  return duplicates!.n;
}
