import { type SQL, sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { upkeep } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { platformCode } from "#server/identity/tenants.server.ts";

/** An account with the space that it signs in to: the site's if it is a member there, else the one it owns, else the one it joined first. */
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

/** Normalizes a username for look-ups: trimmed, in lower case and in normal width. */
export const foldName = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** On the site of a space its members sign in to that space; on the platform's site everybody signs in to their own. */
async function find(tx: Tx, condition: SQL, siteTenantId?: string): Promise<Account | undefined> {
  const isHere = sql`(t.id = ${siteTenantId ?? null}::uuid and t.code <> ${platformCode})`;
  const [row] =
    await tx.rows<Account>(sql`select a.id, a.user_name as "userName", a.mobile, a.password_hash as "passwordHash",
      a.password_is_one_time as "passwordIsOneTime", a.is_super_admin as "isSuperAdmin", m.id as "memberId", t.id as "tenantId", t.code
    from account a join member m on m.account_id = a.id and m.deleted_at is null join tenant t on t.id = m.tenant_id
    where ${condition} and not a.is_disabled and (a.cancel_at is null or a.cancel_at > now()) and m.status = 'active'
    order by coalesce(${isHere}, false) desc, (t.owner_account_id = a.id) desc, m.created_at limit 1`);
  return row;
}

/** The account of a typed mobile number or username; `siteTenantId`: the tenant of the current site. */
export const findAccount = (tx: Tx, name: string, siteTenantId?: string) =>
  find(tx, sql`(a.mobile = ${normalizeMobile(name)} or a.user_name = ${foldName(name)})`, siteTenantId);

export const findAccountById = (tx: Tx, id: string, siteTenantId?: string) =>
  find(tx, sql`a.id = ${id}::uuid`, siteTenantId);

/** Marks a one-time password as used; of two concurrent uses one succeeds. False when it was used before. */
export async function useOneTimePassword(tx: Tx, id: string): Promise<boolean> {
  const updated = await tx.rows(sql`update account set password_hash = null, password_is_one_time = false
    where id = ${id}::uuid and password_is_one_time and password_hash is not null returning id`);
  return updated.length > 0;
}

/**
 * Closes accounts whose cancellation is due: nobody can sign in, the number becomes available, and the person's content stays in the space under
 * their name.
 */
export async function endCancelled(tx: Tx): Promise<void> {
  const ended = await tx.rows<{ id: string }>(sql`with ended as (
      update account set is_disabled = true, password_hash = null, mobile = 'ended ' || id, user_name = 'ended ' || id, cancel_at = null
      where cancel_at <= now() returning id
    ), gone as (
      delete from pay_password using ended where pay_password.account_id = ended.id
    )
    select id from ended`);
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return;
  const members = sql`account_id = any(${sql.param(ids)}::uuid[]) and deleted_at is null`;
  await patchRows(tx, upkeep, member, await lockRows(tx, member, members), { deleted: true });
  for (const id of ids) await tx.changed(`account:${id}`);
}
