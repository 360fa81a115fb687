import { sql } from "drizzle-orm";
import type { CallContext } from "#kit/call.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { longestPassword } from "#kit/password.ts";
import { type Suspension, suspensionTexts } from "#kit/space.ts";
import type { Text } from "#kit/text.ts";
import { beginAttempt, removeAttempt, failAttempt, resetFailures } from "#server/identity/attempts.server.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import {
  closeDueAccounts,
  findAccount,
  findAccountById,
  normalizeUsername,
  consumeOneTimePassword,
} from "#features/auth/session/account.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import { openSession, endAllAccess, type SignInResult } from "#features/auth/session/open-session.server.ts";
import { logFailedSignIn } from "#features/auth/session/sign-in-log.server.ts";
import { requireValidPassword } from "#features/auth/session/password-rule.server.ts";
import {
  type SecondStepChallenge,
  beginSecondStep,
  secondStepProblem,
} from "#features/auth/second-step/second-step.server.ts";
import { checkCode, consumeCode } from "#features/auth/sms/sms-code.server.ts";
import { createSpace } from "#records/site/new-space.server.ts";
import { passwordChangedText, notifyOwner } from "#server/sms/notify-owner.server.ts";

const texts = {
  wrongCredentials: { zh: "账号或密码不正确", en: "Incorrect account or password" },
  // The password was right when the sign-in began (B-271).
  failed: { zh: "用户登录失败，请重试", en: "Sign-in failed. Try again." },
  notRegistered: { zh: "该手机号尚未注册，请先注册", en: "This number is not registered yet. Sign up first." },
  alreadyRegistered: { zh: "该手机号已注册，请直接登录", en: "This number is already registered. Sign in instead." },
} satisfies Record<string, Text>;

/** What a sign-in ended with instead of a session, when no space of the person can be used. */
type Refusal = { suspension: Suspension };

/**
 * Runs `signIn` in a transaction.
 * @throws {Problem} unauthenticated with a ticket when a second step is required; forbidden when the space is suspended or closed
 */
async function completeSignIn(
  context: CallContext,
  signIn: (tx: Tx) => Promise<SignInResult | SecondStepChallenge | Refusal>,
): Promise<SignInResult> {
  const result = await context.services.database.system(signIn);
  if ("suspension" in result) throw new Problem("forbidden", suspensionTexts[result.suspension]);
  // Thrown after the commit: thrown in the transaction, it would roll back the ticket.
  if ("ticket" in result) throw secondStepProblem(result);
  return result;
}

/**
 * Signs in with a username or mobile number and a password.
 * @throws {Problem} unauthenticated, with the same text for every reason or with the ticket of a second step (`details.secondFactor`);
 * tooManyRequests
 */
export function signInByPassword(context: CallContext, name: string, password: string): Promise<SignInResult> {
  return context.services.passwords.enqueue(() => runPasswordSignIn(context, name, password));
}

/** A password sign-in whose turn in the queue has come. */
async function runPasswordSignIn(context: CallContext, name: string, password: string): Promise<SignInResult> {
  const { services } = context;
  const { passwords } = services;
  const { attempt, account, attemptKey } = await beginAttempt(services, sourceOf(context.ip), async (tx) => {
    const candidate = await findAccount(tx, name, context.siteTenantId);
    const device = await findDevice(tx, candidate?.id, context.deviceToken);
    // Without an account, failed attempts count for the typed name.
    const subject = candidate?.id ?? normalizeMobile(normalizeUsername(name));
    return {
      account: candidate,
      attemptKey: { account: subject, accountId: candidate?.id, device, step: "password" } as const,
    };
  });
  if (!(await passwords.verify(password, account?.passwordHash ?? null)) || account === undefined) {
    await failAttempt(services, attempt, logFailedSignIn(context, account));
    throw new Problem("unauthenticated", texts.wrongCredentials);
  }
  // Hashes with an older key or cost are replaced at sign-in, the only time when the password is known.
  const isHashOutdated = !account.passwordIsOneTime && !passwords.isCurrent(account.passwordHash!);
  const renewedHash = isHashOutdated ? await passwords.hash(password) : undefined;
  return completeSignIn(context, async (tx) => {
    // Hashing takes time, in which the password may have been changed or the account closed.
    const unchangedRows = await tx.rows(sql`select 1 from account
      where id = ${account.id}::uuid and password_hash = ${account.passwordHash} and not is_disabled for no key update`);
    if (unchangedRows.length === 0) throw new Problem("unauthenticated", texts.failed);
    await removeAttempt(tx, attempt);
    if (account.suspension !== null) return { suspension: account.suspension };
    if (renewedHash !== undefined)
      await tx.rows(sql`update account set password_hash = ${renewedHash} where id = ${account.id}::uuid`);
    const challenge = await beginSecondStep(tx, context, account, {
      by: "password",
      password,
      deviceId: attemptKey.device,
    });
    if (challenge !== undefined) return challenge;
    await resetFailures(tx, attemptKey);
    if (account.passwordIsOneTime && !(await consumeOneTimePassword(tx, account.id)))
      throw new Problem("unauthenticated", texts.wrongCredentials);
    return openSession(tx, context, account);
  });
}

/**
 * Signs in with an SMS code. Only the owner of the number learns whether it has an account (T-16).
 * @throws {Problem} invalid, unauthenticated with the ticket of the second step
 */
export async function signInByCode(context: CallContext, mobileInput: string, code: string): Promise<SignInResult> {
  const mobile = requireMobile(mobileInput);
  const { services, siteTenantId } = context;
  const codeId = await checkCode(services, mobile, "signIn", code).catch(async (error: unknown) => {
    await services.database.system(async (tx) =>
      logFailedSignIn(context, await findAccount(tx, mobile, siteTenantId))(tx),
    );
    throw error;
  });
  return completeSignIn(context, async (tx) => {
    const account = await findAccount(tx, mobile, siteTenantId);
    if (account === undefined)
      throw new Problem("invalid", texts.notRegistered, { fields: { mobile: texts.notRegistered } });
    await consumeCode(tx, codeId);
    if (account.suspension !== null) return { suspension: account.suspension };
    return (await beginSecondStep(tx, context, account, { by: "code" })) ?? openSession(tx, context, account);
  });
}

/**
 * Registers a number verified by an SMS code. Creates account, space, membership and session in one transaction.
 * @throws {Problem} invalid, conflict if the number has an account
 */
export async function register(
  context: CallContext,
  input: { mobile: string; verifyCode: string; password: string; agreed?: true | undefined },
): Promise<SignInResult> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  const owner = { mobile, isSuperAdmin: false };
  requireValidPassword({ password: input.password, owner, memberMax: services.env.PASSWORD_MAX });
  const codeId = await checkCode(services, mobile, "signIn", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  return services.database.system(async (tx) => {
    await claimRequestEffect(tx);
    await consumeCode(tx, codeId);
    // Frees the numbers of accounts whose closing date has passed.
    await closeDueAccounts(tx);
    const accountId = newId();
    const insertedRows = await tx.rows(
      sql`insert into account (id, mobile, user_name, password_hash, agreed_at)
        values (${accountId}::uuid, ${mobile}, ${mobile}, ${passwordHash}, case when ${input.agreed === true} then now() end) on conflict do nothing returning id`,
    );
    if (insertedRows.length === 0)
      throw new Problem("conflict", texts.alreadyRegistered, { fields: { mobile: texts.alreadyRegistered } });
    await createSpace(tx, services, { accountId, mobile, language: context.locale });
    return openSession(tx, context, (await findAccountById(tx, accountId))!, { isRegistration: true });
  });
}

/**
 * Answers a repeated registration whose first response was lost, with a new session. Possible for ten minutes, with the same password and
 * while no authenticator app is set up.
 * @throws {Problem} unauthenticated
 */
export async function answerRepeatedRegistration(
  { id }: { id: string },
  context: CallContext,
  { password }: { password: string },
): Promise<SignInResult> {
  const { database, passwords } = context.services;
  const [row] = await database.system((tx) =>
    tx.rows<{ passwordHash: string }>(sql`select password_hash as "passwordHash" from account a
      where id = ${id}::uuid and created_at > now() - interval '10 minutes' and not exists (select 1 from totp where account_id = a.id)`),
  );
  if (row === undefined || !(await passwords.verify(password, row.passwordHash)))
    throw new Problem("unauthenticated", texts.wrongCredentials);
  return database.system(async (tx) => {
    const account = await findAccountById(tx, id);
    if (account?.passwordHash !== row.passwordHash) throw new Problem("unauthenticated", texts.wrongCredentials);
    return openSession(tx, context, account, { isRegistration: true });
  });
}

/**
 * Sets a new password for a number verified by an SMS code, ends all sessions of the account and notifies the owner. Does nothing if the number has
 * no account.
 * @throws {Problem} invalid for a wrong code or a password against the rules
 */
export async function resetPassword(
  context: CallContext,
  input: { mobile: string; verifyCode: string; password: string },
): Promise<void> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  // Whose rule holds is checked after the code, because checking it first would reveal who is an administrator. Until then, a password may be as long
  // as that of an administrator.
  requireValidPassword({
    password: input.password,
    owner: { mobile, isSuperAdmin: false },
    memberMax: longestPassword,
  });
  const codeId = await checkCode(services, mobile, "resetPassword", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  await services.database.system(async (tx) => {
    await consumeCode(tx, codeId);
    const account = await findAccount(tx, mobile);
    // The response must not reveal whether the number has an account.
    if (account === undefined) return;
    requireValidPassword({ password: input.password, owner: account, memberMax: services.env.PASSWORD_MAX });
    await tx.rows(
      sql`update account set password_hash = ${passwordHash}, password_is_one_time = false where id = ${account.id}::uuid`,
    );
    await endAllAccess(tx, services, account.id);
    await notifyOwner(tx, context, { to: mobile, key: "passwordChanged", text: passwordChangedText });
  });
}
