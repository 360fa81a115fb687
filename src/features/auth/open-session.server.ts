import type { CallContext } from "#kit/call.ts";
import type { Tx } from "#server/database.server.ts";
import type { Account } from "./account.server.ts";
import { rememberDevice } from "./devices.server.ts";

/** What a client learns about the person who signed in (spec section 3: login result). */
export type SignedIn = {
  id: string;
  userName: string;
  openId: null;
  tenant: { id: string; sign: string };
  /** Only for clients that asked for a bearer token; browsers get a cookie that scripts cannot read. */
  token: string | null;
};

/** Signs somebody in who has passed every step: session, known device, cookies. */
export async function openSession(
  tx: Tx,
  context: CallContext,
  account: Account,
  { isRegistration = false }: { isRegistration?: boolean } = {},
): Promise<SignedIn> {
  const { id, userName, tenantId, memberId, isSuperAdmin, code } = account;
  const { services, userAgent, sessionToken, wantsBearer } = context;
  const deviceId = await rememberDevice(tx, context, account, { isRegistration });
  const token = await services.sessions.create(tx, {
    accountId: id,
    tenantId,
    memberId,
    isSuperAdmin,
    userAgent,
    deviceId,
    replaces: sessionToken,
  });
  if (!wantsBearer) tx.afterCommit(() => context.setSessionCookie(token));
  return { id, userName, openId: null, tenant: { id: tenantId, sign: code }, token: wantsBearer ? token : null };
}
