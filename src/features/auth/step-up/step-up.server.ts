import { signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { accountGate, beginAttempt, endAttempt, failAttempt, resetFailures } from "#server/identity/attempts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { issueToken } from "#server/identity/sessions.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { type Account, findAccountById } from "#features/auth/session/account.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import { appFactors, checks, type Factor, requireMethod, wrongSecret } from "#features/auth/session/factors.server.ts";
import { sendCode } from "#features/auth/sms/sms-code.server.ts";

const signedOut = () => new Problem("unauthenticated", signInFirstText);

/** As in the second step of signing in: accounts with an authenticator app must use it; others use password or phone. */
async function methodsOf(tx: Tx, services: Services, account: Account): Promise<Factor[]> {
  const byApp = await appFactors(tx, account.id);
  if (byApp.length > 0) return byApp;
  const hasPassword = account.passwordHash !== null && !account.passwordIsOneTime;
  return [...(hasPassword ? (["password"] as const) : []), ...(services.sms.isOpen ? (["sms"] as const) : [])];
}

async function find(tx: Tx, services: Services, { accountId }: UserPrincipal) {
  const account = await findAccountById(tx, accountId);
  if (account === undefined) throw signedOut();
  return { account, methods: await methodsOf(tx, services, account) };
}

/** The methods for a proof of identity, the preferred one first; none when the person has to sign in again. */
export type StepUpOptions = { methods: Factor[]; mobile: string };

/** Lets the edge name the methods when it refuses a call because the last proof of identity is too old. */
export const stepUpOptionsOf =
  (services: Services) =>
  (principal: UserPrincipal): Promise<StepUpOptions> =>
    services.database.system(async (tx) => {
      const { account, methods } = await find(tx, services, principal);
      return { methods, mobile: maskMobile(account.mobile) };
    });

/**
 * Checks a proof of identity and renews the session with a new token (T-21). An attempt is counted before it is checked, together with those of
 * signing in. Returns the token to clients that use bearer tokens.
 * @throws {Problem} invalid for a wrong secret or method, tooManyRequests, unauthenticated when the session has ended since
 */
export async function stepUp(
  context: CallContext<UserPrincipal>,
  { method, code }: { method: Factor; code: string },
): Promise<{ token: string | null }> {
  const { services, principal, ip, deviceToken, sessionToken } = context;
  const { attempt, account } = await beginAttempt(services, sourceOf(ip), async (tx) => {
    const factor = await find(tx, services, principal);
    requireMethod(factor.methods, method);
    const { account: owner } = factor;
    const device = await findDevice(tx, owner.id, deviceToken);
    return { account: owner, gate: accountGate(owner.id, method === "password" ? "password" : "second", device) };
  });
  const use = await checks[method](context, { account, code, purpose: "stepUp" });
  const proof = await services.database.system(async (tx) => {
    if (use === undefined || !(await use(tx))) return undefined;
    await endAttempt(tx, attempt);
    await resetFailures(tx, attempt.gate, [attempt.gate.step]);
    const session = await services.sessions.renew(tx, sessionToken!);
    if (session === undefined) throw signedOut();
    return { token: issueToken(tx, context, session) };
  });
  if (proof !== undefined) return proof;
  await failAttempt(services, attempt);
  throw wrongSecret(method);
}

/** Sends a step-up code to the person's phone, if the phone is one of their methods. @throws {Problem} invalid, and as `sendCode` does */
export async function sendStepUpCode(context: CallContext<UserPrincipal>, proof: string | undefined) {
  const { services, principal } = context;
  const { account, methods } = await services.database.system((tx) => find(tx, services, principal));
  requireMethod(methods, "sms");
  return sendCode(context, { mobile: account.mobile, purpose: "stepUp", proof });
}
