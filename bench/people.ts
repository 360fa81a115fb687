import { sql } from "drizzle-orm";
import type { Database } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { createSessions } from "#server/identity/sessions.server.ts";

export type Owner = { accountId: string; tenantId: string; memberId: string };

/** Inserts a person with a space. `hash`: the hash of the person's password; null if the account has none. */
export function addOwner(database: Database, mobile: string, code: string, hash: string | null = null): Promise<Owner> {
  return database.system(async (tx) => {
    const [accountId, tenantId, memberId] = [newId(), newId(), newId()];
    await tx.rows(
      sql`insert into account (id, mobile, user_name, password_hash) values (${accountId}::uuid, ${mobile}, ${mobile}, ${hash})`,
    );
    await tx.rows(
      sql`insert into tenant (id, code, name, owner_account_id) values (${tenantId}::uuid, ${code}, '{"zh":"测试空间","en":"Bench space"}', ${accountId}::uuid)`,
    );
    await tx.rows(sql`insert into member (id, tenant_id, account_id, user_name, mobile, name, is_administrator, status)
      values (${memberId}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${mobile}, ${mobile}, ${mobile}, true, 'active')`);
    await tx.notifyChanged("tenants");
    return { accountId, tenantId, memberId };
  });
}

/** Adds people to a space as administrators of it. `hash`: the hash of the password that all of them have. */
export function addColleagues(
  database: Database,
  tenantId: string,
  { mobiles, hash }: { mobiles: readonly string[]; hash: string },
): Promise<void> {
  return database.system(async (tx) => {
    for (const mobile of mobiles) {
      const accountId = newId();
      await tx.rows(
        sql`insert into account (id, mobile, user_name, password_hash) values (${accountId}::uuid, ${mobile}, ${mobile}, ${hash})`,
      );
      await tx.rows(sql`insert into member (id, tenant_id, account_id, user_name, mobile, name, is_administrator, status)
        values (${newId()}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${mobile}, ${mobile}, ${mobile}, true, 'active')`);
    }
    await tx.notifyChanged("tenants");
  });
}

/** The platform's administrator. */
export async function platformAdministrator(database: Database): Promise<Owner> {
  const [administrator] = await database.system((tx) =>
    tx.rows<Owner>(sql`select a.id as "accountId", m.tenant_id as "tenantId", m.id as "memberId"
      from account a join member m on m.account_id = a.id join tenant t on t.id = m.tenant_id and t.code = 'meridian'
      where a.is_super_admin`),
  );
  if (administrator === undefined) throw new Error("The platform has no administrator.");
  return administrator;
}

/** Opens a session; returns its token. */
export function openSession(
  database: Database,
  sessions: ReturnType<typeof createSessions>,
  owner: Owner,
  isSuperAdmin = false,
): Promise<string> {
  const session = { ...owner, isSuperAdmin, userAgent: "bench", replaces: undefined };
  return database.system(async (tx) => (await sessions.create(tx, session)).token);
}
