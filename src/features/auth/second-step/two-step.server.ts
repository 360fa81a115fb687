import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import { findAccountById } from "#features/auth/session/account.server.ts";
import { accountAttemptKey, beginAttempt, removeAttempt, failAttempt } from "#server/identity/attempts.server.ts";
import { wrongSecretProblem } from "#features/auth/session/factors.server.ts";
import { type OwnershipProof, verifyOwner, readOwnerAccount } from "#features/auth/session/owner.server.ts";
import {
  countRecoveryCodes,
  makeRecoveryCodes,
  consumeRecoveryCode,
} from "#features/auth/session/recovery-codes.server.ts";
import { consumeCode } from "#features/auth/sms/sms-code.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import {
  addTicket,
  endTickets,
  readTicketForAttempt,
  consumeTicket,
} from "#features/auth/session/step-ticket.server.ts";
import {
  addTotp,
  counterOf,
  newSecret,
  type AppSetup,
  appSetupOf,
  readTotp,
  removeTotp,
  consumeCounter,
} from "#features/auth/session/totp.server.ts";
import { recordTwoStepChange, type TwoStepChange } from "./two-step-change.server.ts";

const texts = {
  alreadyOn: { zh: "两步验证已经开启", en: "Two-step verification is already on" },
  notOn: { zh: "两步验证尚未开启", en: "Two-step verification is not on" },
  required: {
    zh: "短信服务未开通时，平台管理员须保留两步验证",
    en: "Without SMS, platform administrators must keep two-step verification on",
  },
};

/** Whether an authenticator app is set up, and the number of unused recovery codes. */
export function readTwoStepState({ services, principal: { accountId } }: CallContext<UserPrincipal>) {
  return services.database.system(async (tx) => ({
    isOn: (await readTotp(tx, accountId)) !== undefined,
    recoveryLeft: await countRecoveryCodes(tx, accountId),
  }));
}

/**
 * Creates the secret of a new app, which takes effect when its first code is confirmed. Requires a proof of identity, so that somebody at an unlocked
 * computer cannot lock the owner out.
 * @throws {Problem} invalid, tooManyRequests, conflict if an app is set up already
 */
export async function beginTwoStep(
  context: CallContext<UserPrincipal>,
  proof: OwnershipProof,
): Promise<AppSetup & { ticket: string }> {
  const { services } = context;
  const { accountId, userName } = context.principal;
  if ((await readTwoStepState(context)).isOn) throw new Problem("conflict", texts.alreadyOn);
  const owner = await readOwnerAccount(context);
  const codeId = await verifyOwner(context, owner, proof, "twoStep");
  const secret = newSecret(services, accountId);
  const ticket = await services.database.system(async (tx) => {
    if (codeId !== undefined) await consumeCode(tx, codeId);
    return addTicket(tx, { accountId, purpose: "enrol", methods: ["enrol"], secret });
  });
  return { ticket, ...appSetupOf(services, accountId, secret, userName) };
}

/**
 * Turns on two-step verification with the first code of the new app. Returns the recovery codes, which cannot be read again.
 * @throws {Problem} invalid for a wrong code, conflict for an invalid ticket or if an app is set up already, tooManyRequests
 */
export async function turnOnTwoStep(
  context: CallContext<UserPrincipal>,
  { ticket: token, code }: { ticket: string; code: string },
): Promise<string[]> {
  const { services, ip } = context;
  const { accountId } = context.principal;
  const { attempt, ticket } = await beginAttempt(services, sourceOf(ip), async (tx) => {
    const stepTicket = await readTicketForAttempt(tx, token, "enrol", accountId);
    return { ticket: stepTicket, attemptKey: accountAttemptKey(accountId, "second") };
  });
  const counter = counterOf(services, accountId, ticket.secret!, code);
  if (counter === undefined) {
    await failAttempt(services, attempt);
    throw wrongSecretProblem("totp");
  }
  return services.database.system(async (tx) => {
    await consumeTicket(tx, ticket);
    if (!(await addTotp(tx, accountId, { secret: ticket.secret!, counter })))
      throw new Problem("conflict", texts.alreadyOn);
    await removeAttempt(tx, attempt);
    await endTicketsAndNotify(tx, context, accountId, "twoStepOn");
    return makeRecoveryCodes(tx, services, accountId);
  });
}

/** Ends pending second steps, records the change of two-step verification and notifies the owner. */
async function endTicketsAndNotify(tx: Tx, context: CallContext, accountId: string, kind: TwoStepChange) {
  await endTickets(tx, accountId);
  const account = await findAccountById(tx, accountId);
  await recordTwoStepChange(tx, context, { accountId, mobile: account?.mobile, kind });
}

/** Uses up a code of the app or a recovery code, then runs `work` in the same transaction. Attempts count like those of the second step. */
async function withCode<T>(
  context: CallContext<UserPrincipal>,
  code: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { services, ip } = context;
  const { accountId } = context.principal;
  const { attempt, totp } = await beginAttempt(services, sourceOf(ip), async (tx) => {
    const storedTotp = await readTotp(tx, accountId);
    if (storedTotp === undefined) throw new Problem("conflict", texts.notOn);
    return { totp: storedTotp, attemptKey: accountAttemptKey(accountId, "second") };
  });
  const counter = counterOf(services, accountId, totp.secret, code);
  const outcome = await services.database.system(async (tx) => {
    const isCorrect =
      counter === undefined
        ? await consumeRecoveryCode(tx, services, accountId, code)
        : await consumeCounter(tx, accountId, totp.secret, counter);
    if (!isCorrect) return undefined;
    await removeAttempt(tx, attempt);
    return { value: await work(tx) };
  });
  if (outcome !== undefined) return outcome.value;
  await failAttempt(services, attempt);
  throw wrongSecretProblem("totp");
}

/** Turns off two-step verification. @throws {Problem} invalid for a wrong code, conflict if it is off or required, tooManyRequests */
export async function turnOffTwoStep(context: CallContext<UserPrincipal>, code: string): Promise<void> {
  const { principal } = context;
  if (principal.isSuperAdmin && !context.services.sms.isEnabled) throw new Problem("conflict", texts.required);
  await withCode(context, code, async (tx) => {
    await removeTotp(tx, principal.accountId);
    await endTicketsAndNotify(tx, context, principal.accountId, "twoStepOff");
  });
}

/** Creates ten recovery codes, which replace the old ones. @throws {Problem} invalid, conflict if two-step verification is off, tooManyRequests */
export function renewRecoveryCodes(context: CallContext<UserPrincipal>, code: string): Promise<string[]> {
  const { services, ip, principal } = context;
  return withCode(context, code, async (tx) => {
    await recordEvent(tx, services, {
      kind: "recoveryCodesMade",
      accountId: principal.accountId,
      source: sourceOf(ip),
    });
    return makeRecoveryCodes(tx, services, principal.accountId);
  });
}
