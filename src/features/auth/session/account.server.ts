import { type SQL, sql } from "drizzle-orm";
import { normalizeMobile } from "#kit/mobile.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { platformCode } from "#server/identity/tenants.server.ts";

/** An account with the space that it signs in to: the site's, its own, else the first that has it. */
export type Account = {
  id: string;
  userName: string;
  mobile: string;
  passwordHash: string | null;
  passwordIsOneTime: boolean;
  isSuperAdmin: boolean;
  memberId: string;
  tenantId: string;
  code: string;
};

/** A user name in its one spelling. */
export const foldName = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** On the site of somebody's space its members go on in that space; on the platform's own site everybody goes on in their own. */
async function find(tx: Tx, which: SQL, siteTenantId?: string): Promise<Account | undefined> {
  const isHere = sql`(t.id = ${siteTenantId ?? null}::uuid and t.code <> ${platformCode})`;
  const [found] =
    await tx.rows<Account>(sql`select a.id, a.user_name as "userName", a.mobile, a.password_hash as "passwordHash",
      a.password_is_one_time as "passwordIsOneTime", a.is_super_admin as "isSuperAdmin", m.id as "memberId", t.id as "tenantId", t.code
    from account a join member m on m.account_id = a.id and m.deleted_at is null join tenant t on t.id = m.tenant_id
    where ${which} and not a.is_disabled and (a.cancel_at is null or a.cancel_at > now()) and m.status = 'active'
    order by coalesce(${isHere}, false) desc, (t.owner_account_id = a.id) desc, m.created_at limit 1`);
  return found;
}

/** The account of a mobile number or user name, as people type them; `siteTenantId`: whose site they are on. */
export const findAccount = (tx: Tx, name: string, siteTenantId?: string) =>
  find(tx, sql`(a.mobile = ${normalizeMobile(name)} or a.user_name = ${foldName(name)})`, siteTenantId);

export const findAccountById = (tx: Tx, id: string, siteTenantId?: string) =>
  find(tx, sql`a.id = ${id}::uuid`, siteTenantId);

/** Uses a one-time password up; of two people with the same one, one gets in. False when it is gone. */
export async function useOneTimePassword(tx: Tx, id: string): Promise<boolean> {
  const used = await tx.rows(sql`update account set password_hash = null, password_is_one_time = false
    where id = ${id}::uuid and password_is_one_time and password_hash is not null returning id`);
  return used.length > 0;
}

/**
 * Ends the accounts whose time has come: nobody can sign in, the number is free for somebody else, what the person wrote stays with the
 * tenant under the name it was written with.
 */
export async function endCancelled(tx: Tx): Promise<void> {
  const left = await tx.rows<{ accountId: string; tenantId: string | null }>(sql`with ended as (
      update account set is_disabled = true, password_hash = null, mobile = 'ended ' || id, user_name = 'ended ' || id, cancel_at = null
      where cancel_at <= now() returning id
    ), left_members as (
      update member set deleted_at = now(), version = version + 1 from ended where member.account_id = ended.id
      returning member.account_id, member.tenant_id
    ), gone as (
      delete from pay_password using ended where pay_password.account_id = ended.id
    )
    select ended.id as "accountId", left_members.tenant_id as "tenantId" from ended left join left_members on left_members.account_id = ended.id`);
  for (const tag of new Set(left.flatMap(({ accountId, tenantId }) => [`account:${accountId}`, `${tenantId}:member`])))
    await tx.changed(tag);
}
