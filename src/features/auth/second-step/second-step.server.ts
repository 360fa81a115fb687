import type { CallContext } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Method } from "#features/auth/form/second-step-texts.ts";
import { type Account, findAccountById, consumeOneTimePassword } from "#features/auth/session/account.server.ts";
import {
  accountAttemptKey,
  type Attempt,
  beginAttempt,
  removeAttempt,
  failAttempt,
  resetFailures,
  countRecentFailures,
} from "#server/identity/attempts.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import {
  factorsWithApp,
  type FactorCheck,
  factorChecks,
  requireMethod,
  type ConsumeFactor,
  wrongSecretProblem,
} from "#features/auth/session/factors.server.ts";
import { findIdentity } from "#features/auth/session/identities.server.ts";
import { openSession, type SignInResult } from "#features/auth/session/open-session.server.ts";
import { logFailedSignIn } from "#features/auth/session/sign-in-log.server.ts";
import { sendCode } from "#features/auth/sms/sms-code.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import {
  addTicket,
  expiredTicketProblem,
  storeTicketSecret,
  readTicket,
  type Ticket,
  maxTicketTries,
  countTicketAttempt,
  consumeTicket,
} from "#features/auth/session/step-ticket.server.ts";
import { addTotp, counterOf, newSecret, type AppSetup, appSetupOf } from "#features/auth/session/totp.server.ts";
import { recordTwoStepChange } from "./two-step-change.server.ts";

/** Minimum length of a password that suffices on an unknown device; a shorter one also requires an SMS code (O-1). */
const minLengthWithoutCode = 8;
/** After this many failed attempts in an hour, an unknown device also requires an SMS code (T-19). */
const suspiciousFailures = 5;

const requiredText = { zh: "需要两步验证", en: "Two-step verification is required" };

/** The proof of the first step. `deviceId`: the known device; undefined for an unknown one. */
export type FirstFactor =
  | { by: "password"; password: string; deviceId: string | undefined }
  | { by: "code" }
  | { by: "provider"; identityId: string };

/**
 * The methods of the second step; empty if none is required. Accounts with an authenticator app must use it. Platform administrators without an app
 * prove both phone and password (O-3), or set up an app if that is not possible.
 */
async function requiredMethods(
  tx: Tx,
  { services }: CallContext,
  account: Account,
  firstFactor: FirstFactor,
): Promise<Method[]> {
  const appMethods = await factorsWithApp(tx, account.id);
  if (appMethods.length > 0) return appMethods;
  const hasSms = services.sms.isEnabled;
  if (account.isSuperAdmin && firstFactor.by === "password") return hasSms ? ["sms"] : ["enrol"];
  if (account.isSuperAdmin) return account.passwordHash === null ? ["enrol"] : ["password"];
  if (firstFactor.by !== "password" || firstFactor.deviceId !== undefined || !hasSms) return [];
  const isShort = [...firstFactor.password.normalize("NFKC")].length < minLengthWithoutCode;
  return isShort || (await countRecentFailures(tx, account.id)) >= suspiciousFailures ? ["sms"] : [];
}

/** The response to a first step that requires a second one. `mobile`: the masked number. */
export type SecondStepChallenge = { ticket: string; methods: Method[]; mobile: string };

/** Adds a ticket in the transaction of a successful first step if a second one is required; undefined if it is not. */
export async function beginSecondStep(
  tx: Tx,
  context: CallContext,
  account: Account,
  firstFactor: FirstFactor,
): Promise<SecondStepChallenge | undefined> {
  const methods = await requiredMethods(tx, context, account, firstFactor);
  if (methods.length === 0) return undefined;
  const usesOneTime = firstFactor.by === "password" && account.passwordIsOneTime;
  const identityId = firstFactor.by === "provider" ? firstFactor.identityId : undefined;
  const ticket = await addTicket(tx, { accountId: account.id, purpose: "signIn", methods, usesOneTime, identityId });
  return { ticket, methods, mobile: maskMobile(account.mobile) };
}

/** The problem that requires a second step; throw it after the ticket is committed. Clients that do not know two-step verification show its text. */
export const secondStepProblem = (challenge: SecondStepChallenge) =>
  new Problem("unauthenticated", requiredText, { data: { secondFactor: challenge } });

/** Checks the first code of the app that is being set up with a ticket. The returned function stores the app. */
const checkNewApp: FactorCheck<{ account: Account; ticket: Ticket; code: string }> = async (
  context,
  { account, ticket, code },
) => {
  const { secret } = ticket;
  const counter = secret === null ? undefined : counterOf(context.services, account.id, secret, code);
  if (secret === null || counter === undefined) return undefined;
  return async (tx) => {
    if (!(await addTotp(tx, account.id, { secret, counter }))) return false;
    await recordTwoStepChange(tx, context, { accountId: account.id, mobile: account.mobile, kind: "twoStepOn" });
    return true;
  };
};

/** The account of a ticket; `siteTenantId` as for `findAccountById`. @throws {Problem} unauthenticated if the account was closed or disabled */
async function readTicketAccount(tx: Tx, { accountId }: Ticket, siteTenantId?: string): Promise<Account> {
  const account = await findAccountById(tx, accountId, siteTenantId);
  if (account === undefined) throw expiredTicketProblem;
  return account;
}

/** Reads the ticket and its account, and counts the attempt for both before it is checked. */
function beginStepAttempt({ services, ip, deviceToken }: CallContext, token: string, method: Method) {
  const readTicketAndAccount = async (tx: Tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, method);
    const account = await readTicketAccount(tx, ticket);
    const device = await findDevice(tx, account.id, deviceToken);
    return { ticket, account, attemptKey: accountAttemptKey(account.id, "second", device) };
  };
  return beginAttempt(services, sourceOf(ip), readTicketAndAccount, (tx, { ticket }) => countTicketAttempt(tx, ticket));
}

type FactorAttempt = { ticket: Ticket; attempt: Attempt; consume: ConsumeFactor };

/** Completes the sign-in in one transaction: uses up the secret, the ticket and a one-time password, and creates a session. */
function finishSignIn(
  context: CallContext,
  { ticket, attempt, consume }: FactorAttempt,
): Promise<SignInResult | undefined> {
  return context.services.database.system(async (tx) => {
    if (!(await consume(tx))) return undefined;
    await consumeTicket(tx, ticket);
    const { identityId } = ticket;
    const identity = identityId === null ? undefined : await findIdentity(tx, { identityId });
    if (identityId !== null && identity === undefined) throw expiredTicketProblem;
    const account = identity?.account ?? (await readTicketAccount(tx, ticket, context.siteTenantId));
    // Without SMS, the printed one-time password is the only way to sign in, so it stays valid until its owner sets another password.
    const mustConsumeOneTimePassword = ticket.usesOneTime && context.services.sms.isEnabled;
    if (mustConsumeOneTimePassword && !(await consumeOneTimePassword(tx, account.id))) throw expiredTicketProblem;
    await removeAttempt(tx, attempt);
    await resetFailures(tx, attempt.key);
    return openSession(tx, context, account, { identity });
  });
}

/**
 * Completes a sign-in with its second step.
 * @throws {Problem} invalid for a wrong code, unauthenticated when the ticket is invalid, tooManyRequests
 */
export async function passSecondStep(
  context: CallContext,
  { ticket: token, method, code }: { ticket: string; method: Method; code: string },
): Promise<SignInResult> {
  const { attempt, ticket, account } = await beginStepAttempt(context, token, method);
  const consume =
    method === "enrol"
      ? await checkNewApp(context, { account, ticket, code })
      : await factorChecks[method](context, { account, code, purpose: "secondFactor" });
  const result = consume === undefined ? undefined : await finishSignIn(context, { ticket, attempt, consume });
  if (result !== undefined) return result;
  await failAttempt(context.services, attempt, logFailedSignIn(context, account));
  if (ticket.tries + 1 >= maxTicketTries) throw expiredTicketProblem;
  throw wrongSecretProblem(method);
}

/**
 * Sends the code of a second step to the account's phone. `proof`: the solved proof of work.
 * @throws {Problem} as `sendCode` does; unauthenticated for an invalid ticket
 */
export async function sendSecondStepCode(
  context: CallContext,
  { ticket: token, proof }: { ticket: string; proof?: string | undefined },
): Promise<{ seconds: number }> {
  const account = await context.services.database.system(async (tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, "sms");
    return readTicketAccount(tx, ticket);
  });
  return sendCode(context, { mobile: account.mobile, purpose: "secondFactor", proof });
}

/** The secret of the app to set up with a ticket; the same in every call. @throws {Problem} unauthenticated, invalid */
export function readAppSetup({ services }: CallContext, token: string): Promise<AppSetup> {
  return services.database.system(async (tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, "enrol");
    const { id, userName } = await readTicketAccount(tx, ticket);
    const secret = ticket.secret ?? newSecret(services, id);
    if (ticket.secret === null) await storeTicketSecret(tx, ticket, secret);
    return appSetupOf(services, id, secret, userName);
  });
}
