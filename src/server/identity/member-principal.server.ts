import { type SQL, sql } from "drizzle-orm";
import type { Grant, UserPrincipal } from "#kit/access.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";

/** The columns of `personColumns`, from which a principal is created. */
export type PersonColumns = {
  accountId: string;
  tenantId: string;
  tenantSign: string;
  memberId: string;
  userName: string;
  isAdministrator: boolean;
  isSuperAdmin: boolean;
  grants: Grant[];
};

/** A select list over account `a`, member `m` and tenant `t`. */
export const personColumns: SQL = sql`a.id as "accountId", m.tenant_id as "tenantId", t.code as "tenantSign", m.id as "memberId",
  a.user_name as "userName", m.is_administrator as "isAdministrator", a.is_super_admin as "isSuperAdmin",
  coalesce((select jsonb_agg(g) from role r, jsonb_array_elements(r.grants) g
    where r.tenant_id = m.tenant_id and r.deleted_at is null and m.roles ? r.id::text), '[]') as grants`;

/** A condition on account `a` and member `m`: the person can act in the space. */
export const activePersonCondition: SQL = sql`not a.is_disabled and m.deleted_at is null and m.status = 'active'`;

/**
 * The principal of a member without a session, for background work that the member started. It has the member's current rights, and no proof of
 * identity. Undefined when the member does not exist, or is not active.
 */
export async function findMember(
  database: Database,
  { tenantId, memberId }: Pick<UserPrincipal, "tenantId" | "memberId">,
): Promise<UserPrincipal | undefined> {
  const [row] = await database.read<PersonColumns>(
    "*",
    sql`select ${personColumns} from member m join account a on a.id = m.account_id join tenant t on t.id = m.tenant_id
      where m.id = ${memberId}::uuid and m.tenant_id = ${tenantId}::uuid and ${activePersonCondition}`,
  );
  return row && { kind: "user", sessionId: "", hasRecentProof: false, ...row };
}

/** Maximum number of members returned by `membersWithRights`. */
const maxMembers = 200;

/** Principals of the active members of a space who are administrators, have a role, or are in `ids`, without a proof of identity. At most 200. */
export async function membersWithRights(
  tx: Tx,
  tenantId: string,
  ids: readonly string[] = [],
): Promise<UserPrincipal[]> {
  const rows = await tx.rows<PersonColumns>(sql`select ${personColumns} from member m
      join account a on a.id = m.account_id join tenant t on t.id = m.tenant_id
    where m.tenant_id = ${tenantId}::uuid and ${activePersonCondition}
      and (m.is_administrator or m.roles <> '[]'::jsonb or m.id = any(${sql.param([...ids])}::uuid[]))
    order by m.is_administrator desc, m.id limit ${maxMembers}`);
  return rows.map((person) => ({ kind: "user", sessionId: "", hasRecentProof: false, ...person }));
}

/** Principals of those of the members `ids` of a space who are active, without a proof of identity. */
export async function activeMembers(tx: Tx, tenantId: string, ids: readonly string[]): Promise<UserPrincipal[]> {
  const rows = await tx.rows<PersonColumns>(sql`select ${personColumns} from member m
      join account a on a.id = m.account_id join tenant t on t.id = m.tenant_id
    where m.tenant_id = ${tenantId}::uuid and ${activePersonCondition} and m.id = any(${sql.param([...ids])}::uuid[])`);
  return rows.map((person) => ({ kind: "user", sessionId: "", hasRecentProof: false, ...person }));
}

/** The ids of the active administrators of a space. */
export async function administratorIdsOf(tx: Tx, tenantId: string): Promise<string[]> {
  const people = await membersWithRights(tx, tenantId);
  return people.filter(({ isAdministrator }) => isAdministrator).map(({ memberId }) => memberId);
}
