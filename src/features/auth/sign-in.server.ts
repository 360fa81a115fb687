import { sql } from "drizzle-orm";
import type { CallContext, Services } from "#kit/call.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { beginAttempt, endAttempts, failAttempt } from "#server/attempts.server.ts";
import type { Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";
import { onceOnly } from "#server/once.server.ts";
import { sourceOf } from "#server/source.server.ts";
import { type Account, endCancelled, findAccount, findAccountById, foldName } from "./account.server.ts";
import { requirePassword } from "./password-rule.server.ts";
import { checkCode, requireMobile, useCode } from "./sms-code.server.ts";
import { createSpace } from "./space.server.ts";

/** What a client learns about the person who signed in (spec section 3: login result). */
export type SignedIn = {
  id: string;
  userName: string;
  openId: null;
  tenant: { id: string; sign: string };
  /** Only for clients that asked for a bearer token; browsers get a cookie that scripts cannot read. */
  token: string | null;
};

const words = {
  wrong: { zh: "账号或密码不正确", en: "The account or password is not right" },
  unknown: { zh: "该手机号尚未注册,请先注册", en: "This number is not registered yet. Please register first." },
  known: { zh: "该手机号已注册,请直接登录", en: "This number is already registered. Please sign in." },
} satisfies Record<string, Text>;

async function open(tx: Tx, account: Account, context: CallContext): Promise<SignedIn> {
  const { id, userName, tenantId, memberId, isSuperAdmin, code } = account;
  const { services, userAgent, sessionToken, wantsBearer } = context;
  const token = await services.sessions.create(tx, {
    accountId: id,
    tenantId,
    memberId,
    isSuperAdmin,
    userAgent,
    replaces: sessionToken,
  });
  if (!wantsBearer) tx.afterCommit(() => context.setSessionCookie(token));
  return { id, userName, openId: null, tenant: { id: tenantId, sign: code }, token: wantsBearer ? token : null };
}

/** Of two people with the same one-time password, one gets in. @throws {Problem} unauthenticated */
async function useOneTimePassword(tx: Tx, { id, passwordHash }: Account): Promise<void> {
  const used = await tx.rows(
    sql`update account set password_hash = null, password_is_one_time = false where id = ${id}::uuid and password_hash = ${passwordHash} returning id`,
  );
  if (used.length === 0) throw new Problem("unauthenticated", words.wrong);
}

/** @throws {Problem} unauthenticated with one neutral text, tooManyRequests */
export function signInByPassword(context: CallContext, name: string, password: string): Promise<SignedIn> {
  return context.services.passwords.inTurn(() => checkPassword(context, name, password));
}

async function checkPassword(context: CallContext, name: string, password: string): Promise<SignedIn> {
  const { database, passwords } = context.services;
  const subject = normalizeMobile(foldName(name));
  const { attempt, account } = await database.system(async (tx) => ({
    attempt: await beginAttempt(tx, subject, sourceOf(context.ip)),
    account: await findAccount(tx, name),
  }));
  if (!(await passwords.verify(password, account?.passwordHash ?? null)) || account === undefined) {
    await database.system((tx) => failAttempt(tx, attempt));
    throw new Problem("unauthenticated", words.wrong);
  }
  // A hash from before the key or the cost was raised moves on with its owner.
  const isOld = !account.passwordIsOneTime && !passwords.isCurrent(account.passwordHash!);
  const renewed = isOld ? await passwords.hash(password) : undefined;
  return database.system(async (tx) => {
    await endAttempts(tx, subject, attempt);
    if (account.passwordIsOneTime) await useOneTimePassword(tx, account);
    if (renewed !== undefined)
      await tx.rows(
        sql`update account set password_hash = ${renewed} where id = ${account.id}::uuid and password_hash = ${account.passwordHash}`,
      );
    return open(tx, account, context);
  });
}

/** Signs in by code; only whoever proved the number learns whether it has an account (T-16). @throws {Problem} invalid */
export async function signInByCode(context: CallContext, mobileInput: string, code: string): Promise<SignedIn> {
  const { services } = context;
  const mobile = requireMobile(mobileInput);
  const codeId = await checkCode(services, mobile, "signIn", code);
  return services.database.system(async (tx) => {
    const account = await findAccount(tx, mobile);
    if (account === undefined) throw new Problem("invalid", words.unknown, { fields: { mobile: words.unknown } });
    await useCode(tx, codeId);
    return open(tx, account, context);
  });
}

/** Registers a number that its code proved: account, own space, membership and session, all or nothing (ruling 8, R-13). */
export async function register(
  context: CallContext,
  input: { mobile: string; verifyCode: string; password: string },
): Promise<SignedIn> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  requirePassword(input.password, { mobile, isSuperAdmin: false });
  const codeId = await checkCode(services, mobile, "signIn", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  return services.database.system(async (tx) => {
    await onceOnly(tx);
    await useCode(tx, codeId);
    await endCancelled(tx);
    const accountId = newId();
    const added = await tx.rows(
      sql`insert into account (id, mobile, user_name, password_hash) values (${accountId}::uuid, ${mobile}, ${mobile}, ${passwordHash}) on conflict do nothing returning id`,
    );
    if (added.length === 0) throw new Problem("conflict", words.known, { fields: { mobile: words.known } });
    await createSpace(tx, { accountId, mobile });
    return open(tx, (await findAccountById(tx, accountId))!, context);
  });
}

/** The answer of a registration once more, for whoever did not get it: with a session of their own again. */
export function registeredAgain({ id }: { id: string }, context: CallContext): Promise<SignedIn> {
  return context.services.database.system(async (tx) => {
    const account = await findAccountById(tx, id);
    if (account === undefined) throw new Problem("unauthenticated", words.wrong);
    return open(tx, account, context);
  });
}

/** A new password for a number that its code proved; everybody who was signed in as this person is signed out. */
export async function resetPassword(
  services: Services,
  input: { mobile: string; verifyCode: string; password: string },
): Promise<void> {
  const mobile = requireMobile(input.mobile);
  // The stricter rule of platform administrators comes after the code: before it, it would tell who is one.
  requirePassword(input.password, { mobile, isSuperAdmin: false });
  const codeId = await checkCode(services, mobile, "resetPassword", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  await services.database.system(async (tx) => {
    await useCode(tx, codeId);
    const account = await findAccount(tx, mobile);
    // Nothing tells whether the number has an account: the answer is the same.
    if (account === undefined) return;
    requirePassword(input.password, account);
    await tx.rows(
      sql`update account set password_hash = ${passwordHash}, password_is_one_time = false where id = ${account.id}::uuid`,
    );
    await services.sessions.revokeAll(tx, account.id);
  });
}
