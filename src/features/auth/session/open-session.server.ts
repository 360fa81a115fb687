import type { CallContext, Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { suspensionTexts } from "#kit/space.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Account } from "./account.server.ts";
import { issueToken } from "#server/identity/sessions.server.ts";
import { forgetDevices, rememberDevice } from "./devices.server.ts";
import { logSignIn } from "./sign-in-log.server.ts";
import { endTickets } from "./step-ticket.server.ts";

/** The response to a completed sign-in (N-001). */
export type SignInResult = {
  id: string;
  userName: string;
  /** Accounts have no parent. */
  parentId: null;
  openId: null;
  user: { userName: string };
  tenant: { id: string; sign: string };
  /** Only for clients that asked for a bearer token; browsers get an HttpOnly cookie. */
  token: string | null;
};

/** `identity`: the link with which the person signed in through the identity provider of the space. */
type SignInOptions = { isRegistration?: boolean; identity?: { id: string; issuer: string } | undefined };

/**
 * Signs in a person who has passed all steps: records the device, creates the session, sets the cookies and writes to the audit log.
 * @throws {Problem} forbidden when the space is suspended or closed
 */
export async function openSession(
  tx: Tx,
  context: CallContext,
  account: Account,
  { isRegistration = false, identity }: SignInOptions = {},
): Promise<SignInResult> {
  const { id, userName, tenantId, memberId, isSuperAdmin, code } = account;
  if (account.suspension !== null) throw new Problem("forbidden", suspensionTexts[account.suspension]);
  const { services, userAgent, sessionToken } = context;
  // A device is known to the account in all its spaces, which the identity provider of one must not vouch for.
  const deviceId = identity === undefined ? await rememberDevice(tx, context, account, { isRegistration }) : undefined;
  const token = await services.sessions.create(tx, {
    accountId: id,
    tenantId,
    memberId,
    isSuperAdmin,
    userAgent,
    identityId: identity?.id,
    deviceId,
    replaces: sessionToken,
  });
  await logSignIn(tx, context, account, identity?.issuer);
  const clientToken = issueToken(tx, context, token);
  return {
    id,
    userName,
    parentId: null,
    openId: null,
    user: { userName },
    tenant: { id: tenantId, sign: code },
    token: clientToken,
  };
}

/**
 * Ends all access to an account, for instance after a change of password: its sessions, known devices and pending second steps. `except`: the
 * caller's session and device, which are kept.
 */
export async function endAllAccess(
  tx: Tx,
  { sessions }: Services,
  accountId: string,
  except?: { sessionId: string; deviceToken: string | undefined },
): Promise<void> {
  await sessions.revokeAll(tx, accountId, except?.sessionId);
  await forgetDevices(tx, accountId, except?.deviceToken);
  await endTickets(tx, accountId);
}
