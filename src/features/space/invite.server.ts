import { sql } from "drizzle-orm";
import { signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { type Suspension, suspensionTexts } from "#kit/space.ts";
import { formatText, type Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import member from "#entities/member.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import { type LockedRow, lockRows, patchRow } from "#records/change/patch.server.ts";
import { readerIdsOf } from "#records/query/readers.server.ts";
import { insertRow, updateLockedRow } from "#records/change/save.server.ts";
import { asProgram, type Author } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";
import { seal, unseal } from "#server/process/seal.server.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import { issueToken } from "#server/identity/sessions.server.ts";
import { suspensionSql } from "#server/identity/tenants.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";

const texts = {
  alreadyMember: { zh: "该手机号已是空间成员，或已被邀请", en: "This number is already a member or invited" },
  tooManyInvitations: { zh: "待接受的邀请过多", en: "Too many pending invitations" },
  sms: {
    zh: "【经纬】“{space}”邀请您加入。请用本手机号登录 {site} 查看并接受邀请。",
    en: "Meridian: {space} invites you to join. Sign in at {site} with this number to see the invitation.",
  },
  notFound: { zh: "空间不存在或邀请已撤销", en: "Space not found, or the invitation was revoked" },
} satisfies Record<string, Text>;

/** Maximum pending invitations of a space. */
const maxPendingInvitations = 200;

/** The hash of an invited number, by which the person's invitations are found. */
const invitationHash = (pepper: Pepper, mobile: string) => keyedHash(pepper, "invitation", mobile);
/** The hashes by which an invitation of a number is found, the current one first. */
const invitationHashes = ({ pepper }: Services, mobile: string) =>
  withEachKey(pepper).map((key) => invitationHash(key, mobile));

/** The encryption context of invited numbers. */
const sealPurpose = "invited mobile";
/** Maximum invitation SMS of a space per day; administrators pass on the links of further invitations themselves. */
const maxMessagesPerDay = 30;

/** The name of a space for an SMS: letters and spaces only, so that nobody can send links or phone numbers to strangers this way. */
const cleanSpaceName = (name: string) => firstCharacters(name.replace(/[^\p{L} ]/gu, "").trim(), 20);

/** Lets only one transaction at a time invite people to a space, so that concurrent requests cannot exceed the limits or invite a number twice. */
async function lockInvitationLimits(tx: Tx, tenantId: string): Promise<void> {
  await tx.lock(`invitations ${tenantId}`);
}

/** Notifies the owner of a number by SMS. Returns false, without an SMS, when the budget of the space or that of `notifyOwner` is used up. */
async function sendInvitationSms(
  tx: Tx,
  context: Pick<CallContext, "services" | "locale">,
  { tenantId, mobile }: { tenantId: string; mobile: string },
): Promise<boolean> {
  const { tenants } = context.services;
  const [row] = await tx.rows<{ name: Text; sent: number }>(sql`select ${spaceName} as name,
      (select count(*)::int from member m, unnest(m.invitation_sent_at) sent(at)
        where m.tenant_id = t.id and sent.at > now() - interval '1 day') as sent
    from tenant t where t.id = ${tenantId}::uuid`);
  if (row!.sent >= maxMessagesPerDay) return false;
  const origin = (await tenants.originOf(tenantId)) ?? (await tenants.originOf((await tenants.platform()).id));
  const values = { space: cleanSpaceName(row!.name[context.locale]), site: `${origin ?? ""}/paas` };
  return notifyOwner(tx, context, { to: mobile, key: "invited", text: formatText(texts.sms, values), values });
}

/**
 * Invites the owner of a number, who is notified by SMS and sees the invitation after signing in. Does not reveal whether the number has an account.
 * @throws {Problem} invalid for a wrong number, conflict if it is a member or invited already or there are too many invitations
 */
export async function invite(
  context: CallContext<UserPrincipal>,
  input: { mobile: string; name: string; roles: string[] },
): Promise<{ id: string; isSent: boolean }> {
  const { services } = context;
  const { tenantId } = context.principal;
  const mobile = requireMobile(input.mobile);
  const invitation = invitationHash(services.pepper, mobile);
  const program = asProgram(services, tenantId, context.principal);
  return services.database.tenant(tenantId, async (tx) => {
    await claimRequestEffect(tx);
    await lockInvitationLimits(tx, tenantId);
    const [existing] = await tx.rows<{ isMemberOrInvited: boolean; pending: number }>(sql`select
      exists (select 1 from member where tenant_id = ${tenantId}::uuid and deleted_at is null and invitation = any(${sql.param(invitationHashes(services, mobile))}))
        or exists (select 1 from account a join member m on m.account_id = a.id
          where a.mobile = ${mobile} and m.tenant_id = ${tenantId}::uuid and m.deleted_at is null) as "isMemberOrInvited",
      (select count(*)::int from member where tenant_id = ${tenantId}::uuid and status = 'invited' and deleted_at is null) as pending`);
    if (existing!.isMemberOrInvited)
      throw new Problem("conflict", texts.alreadyMember, { fields: { mobile: texts.alreadyMember } });
    if (existing!.pending >= maxPendingInvitations) throw new Problem("conflict", texts.tooManyInvitations);
    const masked = maskMobile(mobile);
    const name = input.name === "" ? masked : input.name;
    const isSent = await sendInvitationSms(tx, context, { tenantId, mobile });
    const { id } = await insertRow(tx, program, member, {
      values: { mobile: masked, name, roles: input.roles, isAdministrator: false, status: "invited" },
      internal: {
        invitation,
        invitedMobile: seal(services.pepper, sealPurpose, mobile),
        invitationSentAt: isSent ? [new Date().toISOString()] : [],
      },
    });
    return { id, isSent };
  });
}

/** Reads and locks a pending invitation of a space; `id` is the id of its member row. @throws {Problem} notFound */
async function lockInvitation(tx: Tx, tenantId: string, id: string): Promise<LockedRow<typeof member>> {
  const condition = sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid and deleted_at is null
    and status = 'invited' and account_id is null`;
  const [row] = await lockRows(tx, member, condition);
  if (row === undefined) throw new Problem("notFound", texts.notFound);
  return row;
}

/** Sends the SMS of an invitation again. Returns false, without an SMS, when no number is stored or a budget is used up. */
export async function resendInvitation(
  tx: Tx,
  context: CallContext<UserPrincipal>,
  invitation: LockedRow<typeof member>,
): Promise<boolean> {
  const { services, principal } = context;
  const { invitedMobile, invitationSentAt } = invitation.row;
  if (invitedMobile === null) return false;
  await lockInvitationLimits(tx, principal.tenantId);
  const mobile = unseal(services.pepper, sealPurpose, invitedMobile);
  const isSent = await sendInvitationSms(tx, context, { tenantId: principal.tenantId, mobile });
  if (!isSent) return false;
  const internal = { invitationSentAt: [...invitationSentAt, new Date().toISOString()] };
  await patchRow(tx, context, member, invitation, { internal });
  return true;
}

/** Deletes an invitation and its stored number, after the space revoked it or the invited person declined it. */
export async function endInvitation(tx: Tx, author: Author, invitation: LockedRow<typeof member>): Promise<void> {
  await patchRow(tx, author, member, invitation, {
    internal: { invitation: null, invitedMobile: null },
    deleted: true,
  });
}

/** Notifies the members who may edit members that an invitation was accepted or declined. */
async function notifyAboutAnswer(
  tx: Tx,
  { tenantId, memberId }: Pick<Space, "tenantId" | "memberId">,
  { event, name }: { event: "member.joined" | "member.declined"; name: string },
): Promise<void> {
  const isWanted = (principal: UserPrincipal) =>
    principal.memberId !== memberId && viewOf(principal, member).may.has("update");
  const memberIds = await readerIdsOf(tx, member, { tenantId, id: memberId }, { isWanted, quotes: ["name"] });
  const url = event === "member.joined" ? `/paas/member/edit?id=${memberId}` : "/paas/member/list";
  await addNotices(tx, { tenantId, memberIds }, { event, about: memberId, content: { name }, url });
}

/** Declines the caller's invitation to a space. @throws {Problem} notFound */
export async function declineInvitation(
  { services, principal }: CallContext<UserPrincipal>,
  tenantId: string,
): Promise<void> {
  await services.database.system(async (tx) => {
    const invitedSpace = (await spacesOf(tx, services, principal.accountId)).find(
      (space) => space.tenantId === tenantId && space.isInvitation,
    );
    if (invitedSpace === undefined) throw new Problem("notFound", texts.notFound);
    const invitation = await lockInvitation(tx, tenantId, invitedSpace.memberId);
    await notifyAboutAnswer(tx, invitedSpace, {
      event: "member.declined",
      name: invitation.row.name ?? invitation.row.mobile ?? "",
    });
    await endInvitation(tx, { principal, actor: invitedSpace }, invitation);
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
  suspension: Suspension | null;
};

/** The spaces of a person, their own first, followed by invitations. */
export async function spacesOf(tx: Tx, services: Services, accountId: string): Promise<Space[]> {
  const [account] = await tx.rows<{ mobile: string }>(sql`select mobile from account where id = ${accountId}::uuid`);
  const invitations = invitationHashes(services, account!.mobile);
  return tx.rows<Space>(sql`select t.id as "tenantId", m.id as "memberId", ${spaceName} as name, t.code,
      m.is_administrator as "isAdministrator", m.status = 'invited' as "isInvitation", ${suspensionSql} as suspension
    from (
      select * from member where account_id = ${accountId}::uuid and status = 'active' and deleted_at is null
      union all
      select * from member where invitation = any(${sql.param(invitations)}) and account_id is null and status = 'invited' and deleted_at is null
    ) m join tenant t on t.id = m.tenant_id
    order by m.status = 'invited', t.owner_account_id = ${accountId}::uuid desc, m.created_at`);
}

/** Accepts the caller's invitation to a space. @throws {Problem} notFound if the invitation was revoked or the caller is a member already */
async function acceptInvitation(
  tx: Tx,
  { tenantId, memberId }: Space,
  { services, principal }: CallContext<UserPrincipal>,
): Promise<void> {
  const invitation = await lockInvitation(tx, tenantId, memberId);
  const existingMembers = await tx.rows(
    sql`select 1 from member where tenant_id = ${tenantId}::uuid and account_id = ${principal.accountId}::uuid and deleted_at is null`,
  );
  // The caller may be a member already: added with another number, or disabled.
  if (existingMembers.length > 0) throw new Problem("notFound", texts.notFound);
  await updateLockedRow(tx, asProgram(services, tenantId, { tenantId, memberId }), member, invitation, {
    version: invitation.row.version,
    values: { userName: principal.userName, status: "active" },
    internal: { accountId: principal.accountId, invitation: null, invitedMobile: null },
  });
  await notifyAboutAnswer(
    tx,
    { tenantId, memberId },
    { event: "member.joined", name: invitation.row.name ?? invitation.row.mobile ?? "" },
  );
}

/**
 * Switches the caller's session to another of their spaces, accepting the invitation if there is one. The session gets a new token (T-21), which is
 * returned to clients with bearer tokens; null for browsers.
 * @throws {Problem} notFound; forbidden when the space is suspended or closed; unauthenticated when the session has ended in the meantime
 */
export async function enterSpace(
  context: CallContext<UserPrincipal>,
  tenantId: string,
): Promise<{ token: string | null }> {
  const { services, principal, sessionToken, requestId } = context;
  return services.database.system(async (tx) => {
    const space = (await spacesOf(tx, services, principal.accountId)).find(
      (candidate) => candidate.tenantId === tenantId,
    );
    if (space === undefined) throw new Problem("notFound", texts.notFound);
    if (space.suspension !== null) throw new Problem("forbidden", suspensionTexts[space.suspension]);
    if (space.isInvitation) await acceptInvitation(tx, space, context);
    const token = await services.sessions.move(tx, sessionToken!, space);
    if (token === undefined) throw new Problem("unauthenticated", signInFirstText);
    await recordAuditEvent(tx, { principal, requestId, actor: space }, member, {
      verb: "signIn",
      tenantId,
      rowId: space.memberId,
    });
    return { token: issueToken(tx, context, token) };
  });
}
