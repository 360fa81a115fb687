import { sql } from "drizzle-orm";
import type { CallContext } from "#kit/call.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { beginAttempt, endAttempt, failAttempt, resetFailures } from "#server/identity/attempts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { claimEffect } from "#server/http/idempotency.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import {
  endCancelled,
  findAccount,
  findAccountById,
  foldName,
  useOneTimePassword,
} from "#features/auth/session/account.server.ts";
import { findDevice } from "#features/auth/session/devices.server.ts";
import { openSession, endAllAccess, type SignedIn } from "#features/auth/session/open-session.server.ts";
import { logFailedSignIn } from "#features/auth/session/sign-in-log.server.ts";
import { requirePassword } from "#features/auth/session/password-rule.server.ts";
import {
  type SecondStepChallenge,
  secondStepAfter,
  secondStepProblem,
} from "#features/auth/second-step/second-step.server.ts";
import { checkCode, requireMobile, useCode } from "#features/auth/sms/sms-code.server.ts";
import { createSpace } from "#records/site/new-space.server.ts";
import { passwordChangedText, notifyOwner } from "#server/sms/notify-owner.server.ts";

const texts = {
  wrong: { zh: "账号或密码不正确", en: "Incorrect account or password" },
  unknown: { zh: "该手机号尚未注册，请先注册", en: "This number is not registered yet. Sign up first." },
  known: { zh: "该手机号已注册，请直接登录", en: "This number is already registered. Sign in instead." },
} satisfies Record<string, Text>;

/** Signs in, or returns a ticket when a second step is required. @throws {Problem} unauthenticated, with the ticket */
async function completeSignIn(
  context: CallContext,
  step: (tx: Tx) => Promise<SignedIn | SecondStepChallenge>,
): Promise<SignedIn> {
  const attemptResult = await context.services.database.system(step);
  // Thrown after the commit: the ticket has to be there.
  if ("ticket" in attemptResult) throw secondStepProblem(attemptResult);
  return attemptResult;
}

/**
 * @throws {Problem} unauthenticated with one neutral text, or with the ticket of the second step (`details.secondFactor`), tooManyRequests
 */
export function signInByPassword(context: CallContext, name: string, password: string): Promise<SignedIn> {
  return context.services.passwords.enqueue(() => checkPassword(context, name, password));
}

async function checkPassword(context: CallContext, name: string, password: string): Promise<SignedIn> {
  const { services } = context;
  const { passwords } = services;
  const { attempt, account, gate } = await beginAttempt(services, sourceOf(context.ip), async (tx) => {
    const candidate = await findAccount(tx, name, context.siteTenantId);
    const device = await findDevice(tx, candidate?.id, context.deviceToken);
    const key = candidate?.id ?? normalizeMobile(foldName(name));
    return { account: candidate, gate: { account: key, accountId: candidate?.id, device, step: "password" } as const };
  });
  if (!(await passwords.verify(password, account?.passwordHash ?? null)) || account === undefined) {
    await failAttempt(services, attempt, logFailedSignIn(context, account));
    throw new Problem("unauthenticated", texts.wrong);
  }
  // A hash with an older key or cost is renewed when its owner signs in.
  const isOld = !account.passwordIsOneTime && !passwords.isCurrent(account.passwordHash!);
  const renewedHash = isOld ? await passwords.hash(password) : undefined;
  return completeSignIn(context, async (tx) => {
    // Hashing takes time: the password may have been changed or the account closed since.
    const unchanged = await tx.rows(sql`select 1 from account
      where id = ${account.id}::uuid and password_hash = ${account.passwordHash} and not is_disabled for no key update`);
    if (unchanged.length === 0) throw new Problem("unauthenticated", texts.wrong);
    await endAttempt(tx, attempt);
    if (renewedHash !== undefined)
      await tx.rows(sql`update account set password_hash = ${renewedHash} where id = ${account.id}::uuid`);
    const secondFactor = await secondStepAfter(tx, context, account, { by: "password", password, device: gate.device });
    if (secondFactor !== undefined) return secondFactor;
    await resetFailures(tx, gate);
    if (account.passwordIsOneTime && !(await useOneTimePassword(tx, account.id)))
      throw new Problem("unauthenticated", texts.wrong);
    return openSession(tx, context, account);
  });
}

/**
 * Signs in by code; only the owner of the number learns whether it has an account (T-16).
 * @throws {Problem} invalid, unauthenticated with the ticket of the second step
 */
export async function signInByCode(context: CallContext, mobileInput: string, code: string): Promise<SignedIn> {
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
    if (account === undefined) throw new Problem("invalid", texts.unknown, { fields: { mobile: texts.unknown } });
    await useCode(tx, codeId);
    return (await secondStepAfter(tx, context, account, { by: "code" })) ?? openSession(tx, context, account);
  });
}

/** Registers a number verified by its code: account, space, membership and session, all or nothing. */
export async function register(
  context: CallContext,
  input: { mobile: string; verifyCode: string; password: string; agreed?: true | undefined },
): Promise<SignedIn> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  requirePassword(input.password, { mobile, isSuperAdmin: false });
  const codeId = await checkCode(services, mobile, "signIn", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  return services.database.system(async (tx) => {
    await claimEffect(tx);
    await useCode(tx, codeId);
    await endCancelled(tx);
    const accountId = newId();
    const added = await tx.rows(
      sql`insert into account (id, mobile, user_name, password_hash, agreed_at)
        values (${accountId}::uuid, ${mobile}, ${mobile}, ${passwordHash}, case when ${input.agreed === true} then now() end) on conflict do nothing returning id`,
    );
    if (added.length === 0) throw new Problem("conflict", texts.known, { fields: { mobile: texts.known } });
    await createSpace(tx, services, { accountId, mobile, language: context.locale });
    return openSession(tx, context, (await findAccountById(tx, accountId))!, { isRegistration: true });
  });
}

/**
 * Repeats the response of a registration when it got lost: with a new session. For ten minutes, while the password is unchanged and no second
 * step is required.
 * @throws {Problem} unauthenticated
 */
export async function repeatRegistration(
  { id }: { id: string },
  context: CallContext,
  { password }: { password: string },
): Promise<SignedIn> {
  const { database, passwords } = context.services;
  const [row] = await database.system((tx) =>
    tx.rows<{ passwordHash: string }>(sql`select password_hash as "passwordHash" from account a
      where id = ${id}::uuid and created_at > now() - interval '10 minutes' and not exists (select 1 from totp where account_id = a.id)`),
  );
  if (row === undefined || !(await passwords.verify(password, row.passwordHash)))
    throw new Problem("unauthenticated", texts.wrong);
  return database.system(async (tx) => {
    const account = await findAccountById(tx, id);
    if (account?.passwordHash !== row.passwordHash) throw new Problem("unauthenticated", texts.wrong);
    return openSession(tx, context, account, { isRegistration: true });
  });
}

/** Sets a new password for a number verified by its code; ends all sessions of the account and notifies the owner. */
export async function resetPassword(
  context: CallContext,
  input: { mobile: string; verifyCode: string; password: string },
): Promise<void> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  // The stricter rule for platform administrators is checked after the code: before, it would reveal who is one.
  requirePassword(input.password, { mobile, isSuperAdmin: false });
  const codeId = await checkCode(services, mobile, "resetPassword", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  await services.database.system(async (tx) => {
    await useCode(tx, codeId);
    const account = await findAccount(tx, mobile);
    // The response must not reveal whether the number has an account.
    if (account === undefined) return;
    requirePassword(input.password, account);
    await tx.rows(
      sql`update account set password_hash = ${passwordHash}, password_is_one_time = false where id = ${account.id}::uuid`,
    );
    await endAllAccess(tx, services, account.id);
    await notifyOwner(tx, context, { to: mobile, key: "passwordChanged", text: passwordChangedText });
  });
}
