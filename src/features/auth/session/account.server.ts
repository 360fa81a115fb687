import { type SQL, sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import type { Suspension } from "#kit/space.ts";
import { platformCode } from "#kit/space.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { upkeepAuthor } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { suspensionSql } from "#server/identity/tenants.server.ts";

/**
 * An account and the space that it signs in to: the current site's space if the account is a member of it, else the space that it owns, else the
 * space that it joined first. `code`: the sub-domain of that space.
 */
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
  /** Why nobody can sign in to that space; an active space is preferred. */
  suspension: Suspension | null;
};

/** Normalizes a username for look-ups: trimmed, in lower case and in normal width. */
export const normalizeUsername = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/**
 * The enabled account with an active membership for which `condition` holds. On the platform's site, `siteTenantId` has no effect: people sign in to
 * their own space.
 */
async function findAccountWhere(tx: Tx, condition: SQL, siteTenantId?: string): Promise<Account | undefined> {
  const isSpaceOfSite = sql`(t.id = ${siteTenantId ?? null}::uuid and t.code <> ${platformCode})`;
  const [row] =
    await tx.rows<Account>(sql`select a.id, a.user_name as "userName", a.mobile, a.password_hash as "passwordHash",
      a.password_is_one_time as "passwordIsOneTime", a.is_super_admin as "isSuperAdmin", m.id as "memberId", t.id as "tenantId", t.code,
      ${suspensionSql} as suspension
    from account a join member m on m.account_id = a.id and m.deleted_at is null join tenant t on t.id = m.tenant_id
    where ${condition} and not a.is_disabled and (a.cancel_at is null or a.cancel_at > now()) and m.status = 'active'
    order by t.suspended_at is not null, coalesce(${isSpaceOfSite}, false) desc, (t.owner_account_id = a.id) desc, m.created_at limit 1`);
  return row;
}

/** The account with a typed mobile number or username. `siteTenantId`: the tenant of the current site. */
export const findAccount = (tx: Tx, name: string, siteTenantId?: string) =>
  findAccountWhere(
    tx,
    sql`(a.mobile = ${normalizeMobile(name)} or a.user_name = ${normalizeUsername(name)})`,
    siteTenantId,
  );

/** The enabled account with this id. `siteTenantId`: the tenant of the current site. */
export const findAccountById = (tx: Tx, id: string, siteTenantId?: string) =>
  findAccountWhere(tx, sql`a.id = ${id}::uuid`, siteTenantId);

/** The enabled account of an active member, in the member's space. */
export const findAccountOfMember = (tx: Tx, memberId: string) => findAccountWhere(tx, sql`m.id = ${memberId}::uuid`);

/** Marks a one-time password as used; of two concurrent uses one succeeds. False when it was used before. */
export async function consumeOneTimePassword(tx: Tx, id: string): Promise<boolean> {
  const updated = await tx.rows(sql`update account set password_hash = null, password_is_one_time = false
    where id = ${id}::uuid and password_is_one_time and password_hash is not null returning id`);
  return updated.length > 0;
}

/**
 * Closes accounts whose closing date has passed: nobody can sign in, the number becomes available, and the person's content stays in the space under
 * their name.
 */
export async function closeDueAccounts(tx: Tx): Promise<void> {
  // 'ended ' and the id replace number and username, which must be unique.
  const closedAccounts = await tx.rows<{ id: string }>(sql`with closed as (
      update account set is_disabled = true, password_hash = null, mobile = 'ended ' || id, user_name = 'ended ' || id, cancel_at = null
      where cancel_at <= now() returning id
    ), deleted_pay_passwords as (
      delete from pay_password using closed where pay_password.account_id = closed.id
    )
    select id from closed`);
  const ids = closedAccounts.map(({ id }) => id);
  if (ids.length === 0) return;
  const membersOfAccounts = sql`account_id = any(${sql.param(ids)}::uuid[]) and deleted_at is null`;
  await patchRows(tx, upkeepAuthor, member, await lockRows(tx, member, membersOfAccounts), { deleted: true });
  for (const id of ids) await tx.notifyChanged(`account:${id}`);
}
