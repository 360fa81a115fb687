import { sql } from "drizzle-orm";
import { signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { maskMobile, mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { entityOf } from "#records/definitions.server.ts";
import { insertRow, updateRow } from "#records/save.server.ts";
import { spaceName } from "#records/site.server.ts";
import type { Tx } from "#server/database.server.ts";
import { onceOnly } from "#server/once.server.ts";
import { keyed } from "#server/secrets.server.ts";
import { handOver } from "#server/sessions.server.ts";

const words = {
  there: { zh: "该手机号已在空间中或已被邀请", en: "This number is in the space or invited already" },
  many: { zh: "待接受的邀请过多", en: "Too many invitations are waiting" },
  gone: { zh: "空间不存在或邀请已撤回", en: "There is no such space, or the invitation was withdrawn" },
} satisfies Record<string, Text>;

/** Invitations that wait in one space at most. */
const mostWaiting = 200;

const invitationOf = ({ pepper }: Services, mobile: string) => keyed(pepper, "invitation", mobile);

/**
 * Invites the owner of a number. They see it when they sign in; nothing is sent, so that nobody can have strangers messaged. Whether the
 * number has an account is not told.
 * @throws {Problem} invalid, conflict
 */
export async function invite(
  { services }: CallContext,
  { tenantId }: UserPrincipal,
  input: { mobile: string; name: string; roles: string[] },
): Promise<{ id: string }> {
  const mobile = normalizeMobile(input.mobile);
  if (!mobilePattern.test(mobile)) throw new Problem("invalid", mobileMessage, { fields: { mobile: mobileMessage } });
  const invitation = invitationOf(services, mobile);
  const program = { kind: "system", tenantId } as const;
  return services.database.tenant(tenantId, async (tx) => {
    await onceOnly(tx);
    // One at a time per space, so that what is looked up still holds when the row is added.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${tenantId}`}, 0))`);
    const [known] = await tx.rows<{ isThere: boolean; waiting: number }>(sql`select
      exists (select 1 from member where tenant_id = ${tenantId}::uuid and deleted_at is null and invitation = to_jsonb(${invitation}::text))
        or exists (select 1 from account a join member m on m.account_id = a.id::text
          where a.mobile = ${mobile} and m.tenant_id = ${tenantId}::uuid and m.deleted_at is null) as "isThere",
      (select count(*)::int from member where tenant_id = ${tenantId}::uuid and status = 'invited' and deleted_at is null) as waiting`);
    if (known!.isThere) throw new Problem("conflict", words.there, { fields: { mobile: words.there } });
    if (known!.waiting >= mostWaiting) throw new Problem("conflict", words.many);
    const masked = maskMobile(mobile);
    const values = { mobile: masked, name: input.name === "" ? masked : input.name, roles: input.roles };
    const { id } = await insertRow(tx, program, entityOf("member"), {
      ...values,
      invitation,
      isAdministrator: false,
      status: "invited",
    });
    return { id };
  });
}

/** A space that a person is in, or is invited to. */
export type Space = {
  tenantId: string;
  memberId: string;
  name: Text;
  code: string;
  isAdministrator: boolean;
  isInvitation: boolean;
};

/** The spaces of a person, their own first; then those that they are invited to. */
export async function spacesOf(tx: Tx, services: Services, accountId: string): Promise<Space[]> {
  const [own] = await tx.rows<{ mobile: string }>(sql`select mobile from account where id = ${accountId}::uuid`);
  const invitation = sql`to_jsonb(${invitationOf(services, own!.mobile)}::text)`;
  return tx.rows<Space>(sql`select t.id as "tenantId", m.id as "memberId", ${spaceName} as name, t.code,
      m.is_administrator as "isAdministrator", m.status = 'invited' as "isInvitation"
    from (
      select * from member where account_id = ${accountId} and status = 'active' and deleted_at is null
      union all
      select * from member where invitation = ${invitation} and account_id is null and status = 'invited' and deleted_at is null
    ) m join tenant t on t.id = m.tenant_id
    order by m.status = 'invited', t.owner_account_id = ${accountId}::uuid desc, m.created_at`);
}

/** Becomes who was invited. @throws {Problem} notFound when the invitation was withdrawn meanwhile */
async function join(tx: Tx, { tenantId, memberId }: Space, who: UserPrincipal): Promise<void> {
  const program = { kind: "system", tenantId } as const;
  const [row] = await tx.rows<{ version: number }>(
    sql`select version from member where id = ${memberId}::uuid and status = 'invited' and deleted_at is null for update`,
  );
  const known = await tx.rows(
    sql`select 1 from member where tenant_id = ${tenantId}::uuid and account_id = ${who.accountId} and deleted_at is null`,
  );
  // Somebody who is in the space under another number, or was stopped there, does not come in twice.
  if (row === undefined || known.length > 0) throw new Problem("notFound", words.gone);
  const values = { accountId: who.accountId, userName: who.userName, status: "active", invitation: null };
  await updateRow(tx, program, entityOf("member"), { id: memberId, version: row.version, values });
}

/**
 * Goes on in another space of one's own: the same session under a new token (T-21); an invitation is accepted by that.
 * Gives the token to clients that hold one. @throws {Problem} notFound; unauthenticated when the session has ended meanwhile
 */
export async function enterSpace(
  context: CallContext,
  who: UserPrincipal,
  tenantId: string,
): Promise<{ token: string | null }> {
  const { services, sessionToken } = context;
  return services.database.system(async (tx) => {
    const space = (await spacesOf(tx, services, who.accountId)).find((one) => one.tenantId === tenantId);
    if (space === undefined) throw new Problem("notFound", words.gone);
    if (space.isInvitation) await join(tx, space, who);
    const token = await services.sessions.move(tx, sessionToken!, space);
    if (token === undefined) throw new Problem("unauthenticated", signInFirstText);
    return { token: handOver(tx, context, token) };
  });
}
