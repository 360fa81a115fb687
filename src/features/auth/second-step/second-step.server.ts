import type { CallContext } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type Account, findAccountById, useOneTimePassword } from "#features/auth/session/account.server.ts";
import {
  accountGate,
  type Attempt,
  beginAttempt,
  endAttempt,
  failAttempt,
  resetFailures,
  recentFailures,
} from "#server/identity/attempts.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import {
  appFactors,
  type FactorCheck,
  checks,
  requireMethod,
  type ConsumeFactor,
  wrongSecret,
} from "#features/auth/session/factors.server.ts";
import { openSession, type SignedIn } from "#features/auth/session/open-session.server.ts";
import { logFailedSignIn } from "#features/auth/session/sign-in-log.server.ts";
import { sendCode } from "#features/auth/sms/sms-code.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import {
  addTicket,
  expired,
  keepSecret,
  type Method,
  readTicket,
  type Ticket,
  ticketTries,
  countTicketTry,
  useTicket,
} from "#features/auth/session/step-ticket.server.ts";
import { addTotp, counterOf, newSecret, type Offer, offerOf } from "#features/auth/session/totp.server.ts";
import { recordTwoStep } from "./two-step-notice.server.ts";

/** Minimum length of a password that is enough alone; a shorter one needs an SMS code on an unknown device (O-1). */
const minLegacyLength = 8;
/** After this many failed tries in an hour an unknown device needs an SMS code (T-19). */
const suspiciousFailures = 5;

const neededText = { zh: "需要两步验证", en: "Two-step verification is required" };

/** The proof given in the first step. */
export type FirstFactor = { by: "password"; password: string; device: string | undefined } | { by: "code" };

/**
 * The factors allowed for the second step; none when there is no second step. With an authenticator app only the app is accepted; platform
 * administrators without one confirm phone and password (O-3), or set up an app when that is not possible.
 */
async function methodsAfter(
  tx: Tx,
  { services }: CallContext,
  account: Account,
  first: FirstFactor,
): Promise<Method[]> {
  const byApp = await appFactors(tx, account.id);
  if (byApp.length > 0) return byApp;
  const { isOpen } = services.sms;
  if (account.isSuperAdmin && first.by === "password") return isOpen ? ["sms"] : ["enrol"];
  if (account.isSuperAdmin) return account.passwordHash === null ? ["enrol"] : ["password"];
  if (first.by === "code" || first.device !== undefined || !isOpen) return [];
  const isShort = [...first.password.normalize("NFKC")].length < minLegacyLength;
  return isShort || (await recentFailures(tx, account.id)) >= suspiciousFailures ? ["sms"] : [];
}

/** The response instead of a session. */
export type SecondStepChallenge = { ticket: string; methods: Method[]; mobile: string };

/** Decides, in the transaction of a successful first step, whether a second one is required; returns its ticket. */
export async function secondStepAfter(
  tx: Tx,
  context: CallContext,
  account: Account,
  first: FirstFactor,
): Promise<SecondStepChallenge | undefined> {
  const methods = await methodsAfter(tx, context, account, first);
  if (methods.length === 0) return undefined;
  const usesOneTime = first.by === "password" && account.passwordIsOneTime;
  const ticket = await addTicket(tx, { accountId: account.id, purpose: "signIn", methods, usesOneTime });
  return { ticket, methods, mobile: maskMobile(account.mobile) };
}

/** The problem that requires a second step; throw it after the commit of its ticket. Older clients show its message. */
export const secondStepProblem = (secondFactor: SecondStepChallenge) =>
  new Problem("unauthenticated", neededText, { data: { secondFactor } });

/** The app that a ticket's holder has been setting up, by its first code. */
const checkNewApp: FactorCheck<{ account: Account; ticket: Ticket; code: string }> = async (context, step) => {
  const { account, ticket, code } = step;
  const { secret } = ticket;
  const counter = secret === null ? undefined : counterOf(context.services, account.id, secret, code);
  if (secret === null || counter === undefined) return undefined;
  return async (tx) => {
    if (!(await addTotp(tx, account.id, { secret, counter }))) return false;
    await recordTwoStep(tx, context, { accountId: account.id, mobile: account.mobile, kind: "twoStepOn" });
    return true;
  };
};

/** The account of a ticket. @throws {Problem} unauthenticated when it can no longer sign in */
async function accountOf(tx: Tx, { accountId }: Ticket, siteTenantId?: string): Promise<Account> {
  const account = await findAccountById(tx, accountId, siteTenantId);
  if (account === undefined) throw expired;
  return account;
}

function begin({ services, ip, deviceToken }: CallContext, token: string, method: Method) {
  const find = async (tx: Tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, method);
    const account = await accountOf(tx, ticket);
    const device = await findDevice(tx, account.id, deviceToken);
    return { ticket, account, gate: accountGate(account.id, "second", device) };
  };
  return beginAttempt(services, sourceOf(ip), find, (tx, { ticket }) => countTicketTry(tx, ticket));
}

type FactorAttempt = { ticket: Ticket; attempt: Attempt; use: ConsumeFactor };

/** Completes the sign-in in one transaction: uses up the secret, the ticket and a one-time password, and creates a session. */
function finish(context: CallContext, { ticket, attempt, use }: FactorAttempt): Promise<SignedIn | undefined> {
  return context.services.database.system(async (tx) => {
    if (!(await use(tx))) return undefined;
    await useTicket(tx, ticket);
    const account = await accountOf(tx, ticket, context.siteTenantId);
    // The printed one-time password stays valid while it is the only way to sign in, until its owner sets another one.
    const isUsedUp = ticket.usesOneTime && context.services.sms.isOpen;
    if (isUsedUp && !(await useOneTimePassword(tx, account.id))) throw expired;
    await endAttempt(tx, attempt);
    await resetFailures(tx, attempt.gate);
    return openSession(tx, context, account);
  });
}

/**
 * The second step of signing in, with the ticket of the first. An attempt is counted before it is checked, for the ticket and for the account.
 * @throws {Problem} invalid for a wrong code, unauthenticated when the ticket is invalid, tooManyRequests
 */
export async function passSecondStep(
  context: CallContext,
  { ticket: token, method, code }: { ticket: string; method: Method; code: string },
): Promise<SignedIn> {
  const { attempt, ticket, account } = await begin(context, token, method);
  const use =
    method === "enrol"
      ? await checkNewApp(context, { account, ticket, code })
      : await checks[method](context, { account, code, purpose: "secondFactor" });
  const signedIn = use === undefined ? undefined : await finish(context, { ticket, attempt, use });
  if (signedIn !== undefined) return signedIn;
  await failAttempt(context.services, attempt, logFailedSignIn(context, account));
  if (ticket.tries + 1 >= ticketTries) throw expired;
  throw wrongSecret(method);
}

/** Sends the code of a second step to the account's phone. @throws {Problem} as `sendCode` does, unauthenticated */
export async function sendSecondCode(
  context: CallContext,
  { ticket: token, proof }: { ticket: string; proof?: string | undefined },
): Promise<{ seconds: number }> {
  const account = await context.services.database.system(async (tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, "sms");
    return accountOf(tx, ticket);
  });
  return sendCode(context, { mobile: account.mobile, purpose: "secondFactor", proof });
}

/** The secret of the app that a ticket's holder has to set up; stable over repeated calls. */
export function offerSecret({ services }: CallContext, token: string): Promise<Offer> {
  return services.database.system(async (tx) => {
    const ticket = await readTicket(tx, token, "signIn");
    requireMethod(ticket.methods, "enrol");
    const { id, userName } = await accountOf(tx, ticket);
    const secret = ticket.secret ?? newSecret(services, id);
    if (ticket.secret === null) await keepSecret(tx, ticket, secret);
    return offerOf(services, id, secret, userName);
  });
}
