import { signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { isMobile, maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import {
  accountAttemptKey,
  beginAttempt,
  removeAttempt,
  failAttempt,
  resetFailures,
} from "#server/identity/attempts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { issueToken } from "#server/identity/sessions.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { type Account, findAccountById } from "#features/auth/session/account.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import {
  factorChecks,
  factorsWithApp,
  type Factor,
  requireMethod,
  wrongSecretProblem,
} from "#features/auth/session/factors.server.ts";
import { sendCode } from "#features/auth/sms/sms-code.server.ts";

const signedOutProblem = () => new Problem("unauthenticated", signInFirstText);

/** The methods that an account can use, as in the second step of signing in: only the authenticator app if one is set up, else password or SMS. */
async function methodsOf(tx: Tx, services: Services, account: Account): Promise<Factor[]> {
  const appMethods = await factorsWithApp(tx, account.id);
  if (appMethods.length > 0) return appMethods;
  const hasPassword = account.passwordHash !== null && !account.passwordIsOneTime;
  return [
    ...(hasPassword ? (["password"] as const) : []),
    ...(services.sms.isEnabled && isMobile(account.mobile) ? (["sms"] as const) : []),
  ];
}

/** @throws {Problem} unauthenticated when the account was closed or disabled */
async function findAccountWithMethods(tx: Tx, services: Services, { accountId }: UserPrincipal) {
  const account = await findAccountById(tx, accountId);
  if (account === undefined) throw signedOutProblem();
  return { account, methods: await methodsOf(tx, services, account) };
}

/** The methods for a proof of identity, the preferred one first. Empty when signing in again is the only way. `mobile`: the masked number. */
export type StepUpOptions = { methods: Factor[]; mobile: string };

/** Reads the methods that the response names when a call is refused because the last proof of identity is too old. */
export const stepUpOptionsOf =
  (services: Services) =>
  (principal: UserPrincipal): Promise<StepUpOptions> =>
    services.database.system(async (tx) => {
      const { account, methods } = await findAccountWithMethods(tx, services, principal);
      return { methods, mobile: isMobile(account.mobile) ? maskMobile(account.mobile) : "" };
    });

/**
 * Checks a proof of identity and renews the session with a new token (T-21). Counts the attempt before checking it, together with attempts to sign
 * in. Returns the token for clients with bearer tokens; null for browsers, which get a cookie.
 * @throws {Problem} invalid for a wrong secret or method, tooManyRequests, unauthenticated when the session has ended in the meantime
 */
export async function passStepUp(
  context: CallContext<UserPrincipal>,
  { method, code }: { method: Factor; code: string },
): Promise<{ token: string | null }> {
  const { services, principal, ip, deviceToken, sessionToken } = context;
  const { attempt, account } = await beginAttempt(services, sourceOf(ip), async (tx) => {
    const { account: owner, methods } = await findAccountWithMethods(tx, services, principal);
    requireMethod(methods, method);
    const device = await findDevice(tx, owner.id, deviceToken);
    return {
      account: owner,
      attemptKey: accountAttemptKey(owner.id, method === "password" ? "password" : "second", device),
    };
  });
  const consume = await factorChecks[method](context, { account, code, purpose: "stepUp" });
  const renewed = await services.database.system(async (tx) => {
    if (consume === undefined || !(await consume(tx))) return undefined;
    await removeAttempt(tx, attempt);
    await resetFailures(tx, attempt.key, [attempt.key.step]);
    const session = await services.sessions.renew(tx, sessionToken!);
    if (session === undefined) throw signedOutProblem();
    return { token: issueToken(tx, context, session) };
  });
  if (renewed !== undefined) return renewed;
  await failAttempt(services, attempt);
  throw wrongSecretProblem(method);
}

/** Sends a step-up code to the person's phone, if the phone is one of their methods. @throws {Problem} invalid, and as `sendCode` does */
export async function sendStepUpCode(context: CallContext<UserPrincipal>, proof: string | undefined) {
  const { services, principal } = context;
  const { account, methods } = await services.database.system((tx) => findAccountWithMethods(tx, services, principal));
  requireMethod(methods, "sms");
  return sendCode(context, { mobile: account.mobile, purpose: "stepUp", proof });
}
