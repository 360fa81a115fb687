import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";

/** The tables with rows that people see as such, of the entities of the program and of spaces: those whose rows have versions of fields. */
const rowTablesSql = sql`select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'field_versions' order by table_name`;

const countIn = (table: string, ids: SQL) =>
  sql`select tenant_id, count(*) as rows from ${sql.identifier(table)} where tenant_id = any(${ids}) and deleted_at is null group by tenant_id`;

/** Measures what spaces use, and stores it. Spaces that do not exist are left out. */
export async function measureSpaces(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param([...tenantIds])}::uuid[]`;
  const tables = await tx.rows<{ name: string }>(rowTablesSql);
  const counts = sql.join(
    tables.map(({ name }) => countIn(name, ids)),
    sql` union all `,
  );
  await tx.rows(sql`insert into space_usage (tenant_id, members, rows, files, bytes, active_at)
    select t.id, coalesce(people.members, 0), coalesce(counted.rows, 0), coalesce(stored.files, 0), coalesce(stored.bytes, 0), people.active_at
    from tenant t
      left join (select tenant_id, sum(rows)::bigint as rows from (${counts}) each group by tenant_id) counted on counted.tenant_id = t.id
      left join (select tenant_id, count(*) filter (where status = 'active')::int as members, max(last_seen_at) as active_at
        from member where tenant_id = any(${ids}) and deleted_at is null group by tenant_id) people on people.tenant_id = t.id
      left join (select tenant_id, count(*)::int as files, sum(size)::bigint as bytes
        from storage_file where tenant_id = any(${ids}) group by tenant_id) stored on stored.tenant_id = t.id
    where t.id = any(${ids}) and t.erased_at is null
    on conflict (tenant_id) do update set members = excluded.members, rows = excluded.rows, files = excluded.files, bytes = excluded.bytes,
      active_at = excluded.active_at, measured_at = now()`);
}

/** The spaces that were not measured for the longest time: at most `limit`, and none of the last hour. */
export async function spacesToMeasure(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`select t.id from tenant t left join space_usage u on u.tenant_id = t.id
    where t.erased_at is null and (u.measured_at is null or u.measured_at < now() - interval '1 hour')
    order by u.measured_at nulls first limit ${limit}`);
  return rows.map(({ id }) => id);
}
