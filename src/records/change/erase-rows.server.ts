import { sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";

/** A table with rows of tenants. `parents`: the columns by which its rows name other rows of the same table, as pairs of column and target. */
export type TenantTable = { name: string; parents: { column: string; target: string }[] };

type Key = { source: string; target: string; columns: string[]; targetColumns: string[] };

/** The tables whose rows belong to a tenant, as the database has them: those with a column `tenant_id`. */
const tablesSql = sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind in ('r', 'p') order by c.relname`;

/** The columns of a foreign key by name, in its order. */
const namesOf = (relation: "conrelid" | "confrelid", key: "conkey" | "confkey") =>
  sql`array(select a.attname::text from unnest(k.${sql.raw(key)}) with ordinality as part(number, place)
    join pg_attribute a on a.attrelid = k.${sql.raw(relation)} and a.attnum = part.number order by place)`;

const keysSql = sql`select s.relname as source, t.relname as target, ${namesOf("conrelid", "conkey")} as columns,
    ${namesOf("confrelid", "confkey")} as "targetColumns"
  from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace`;

/** The parents of a table: foreign keys to itself within one tenant. */
const parentsOf = (name: string, keys: readonly Key[]): TenantTable["parents"] =>
  keys
    .filter(({ source, target, columns }) => source === name && target === name && columns.includes("tenant_id"))
    .map(({ columns, targetColumns }) => {
      const place = columns.findIndex((column) => column !== "tenant_id");
      return { column: columns[place]!, target: targetColumns[place]! };
    });

/**
 * All tables with rows of tenants, those whose rows name rows of others before those others, so that they can be emptied in this order.
 * @throws {Error} when tables refer to each other in a circle
 */
export async function tenantTablesInOrder(tx: Tx): Promise<TenantTable[]> {
  const tables = await tx.rows<{ name: string }>(tablesSql);
  const keys = await tx.rows<Key>(keysSql);
  const remaining = new Set(tables.map(({ name }) => name));
  const order: TenantTable[] = [];
  while (remaining.size > 0) {
    const free = [...remaining].filter(
      (name) => !keys.some(({ source, target }) => target === name && source !== name && remaining.has(source)),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...remaining].join(", ")}`);
    for (const name of free) {
      remaining.delete(name);
      order.push({ name, parents: parentsOf(name, keys) });
    }
  }
  return order;
}

/** Rows per transaction. */
const batchSize = 1000;

/** Deletes members, and the accounts of those who are in no other space, with what was sent to their numbers: nobody could sign in with them. */
async function deleteMembers(tx: Tx, tenantId: string): Promise<number> {
  const members = await tx.rows<{ id: string; accountId: string | null }>(
    sql`select id, account_id as "accountId" from member where tenant_id = ${tenantId}::uuid limit ${batchSize} for update`,
  );
  const ids = members.map(({ id }) => id);
  const count = await deleteRows(tx, "member", sql`id = any(${sql.param(ids)}::uuid[])`, batchSize);
  const accountIds = members.flatMap(({ accountId }) => accountId ?? []);
  const accounts = await tx.rows<{
    mobile: string;
  }>(sql`delete from account a where a.id = any(${sql.param(accountIds)}::uuid[])
    and not a.is_super_admin and not exists (select from member m where m.account_id = a.id) returning a.mobile`);
  const mobiles = sql`any(${sql.param(accounts.map(({ mobile }) => mobile))}::text[])`;
  await tx.rows(sql`delete from outbox where recipient = ${mobiles}`);
  await tx.rows(sql`delete from sms_code where mobile = ${mobiles}`);
  return count;
}

/**
 * Deletes for good at most `batchSize` rows of a space from a table, those that no other row of the table names. Returns their number; 0 when the
 * table has none left. For spaces that are erased (features/console/erase-space.server.ts).
 */
export function eraseSome(tx: Tx, { name, parents }: TenantTable, tenantId: string): Promise<number> {
  if (name === "member") return deleteMembers(tx, tenantId);
  const table = sql.identifier(name);
  const isFree = parents.map(
    ({ column, target }) =>
      sql` and not exists (select from ${table} child where child.tenant_id = ${table}.tenant_id and child.${sql.identifier(column)} = ${table}.${sql.identifier(target)})`,
  );
  return deleteRows(tx, name, sql`tenant_id = ${tenantId}::uuid${sql.join(isFree, sql``)}`, batchSize);
}
