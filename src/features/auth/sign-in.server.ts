import { sql } from "drizzle-orm";
import type { CallContext, Services } from "#kit/call.ts";
import { isMemberPassword, normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { fill, type Text } from "#kit/text.ts";
import type { Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";
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

type Account = {
  id: string;
  userName: string;
  mobile: string;
  passwordHash: string | null;
  passwordIsOneTime: boolean;
  isSuperAdmin: boolean;
  memberId: string;
  tenantId: string;
  code: string;
};

const words = {
  wrong: { zh: "账号或密码不正确", en: "The account or password is not right" },
  slow: { zh: "尝试次数过多,请在 {n} 秒后重试", en: "Too many tries. Try again in {n} seconds." },
  rule: { zh: "密码为 6-16 位,需同时包含数字和字母", en: "Use 6 to 16 characters with at least one digit and one letter" },
  common: { zh: "这个密码太常见,请换一个", en: "This password is too common. Choose another." },
} satisfies Record<string, Text>;

/** Passwords that attackers try first and that the rule would let through. */
const commonPasswords = new Set(
  "a123456 123456a a12345678 abc123 abc123456 123456abc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t qwe123 qwer1234 q1w2e3r4 admin123 admin888 pass123 password1 passw0rd p@ssw0rd aa123456 123456aa asd123 asdf1234 iloveyou1 woaini520 woaini1314 welcome1 qwerty1 qwerty123 zxc123 zxcvbnm1 test123 abcd1234 1234abcd wang123 li123456 meridian1".split(" "),
);

/** @throws {Problem} invalid when members may not have this password (spec section 5; it really blocks, ruling 9) */
export function requirePassword(password: string, mobile: string): void {
  const refuse = (text: Text) => new Problem("invalid", text, { fields: { password: text } });
  if (!isMemberPassword(password)) throw refuse(words.rule);
  if (commonPasswords.has(password.toLowerCase()) || password.includes(mobile)) throw refuse(words.common);
}

async function findAccount(tx: Tx, name: string): Promise<Account | undefined> {
  const [found] = await tx.rows<Account>(sql`select a.id, a.user_name as "userName", a.mobile, a.password_hash as "passwordHash",
      a.password_is_one_time as "passwordIsOneTime", a.is_super_admin as "isSuperAdmin", m.id as "memberId", t.id as "tenantId", t.code
    from account a join member m on m.account_id = a.id::text and m.deleted_at is null join tenant t on t.id = m.tenant_id
    where (a.mobile = ${normalizeMobile(name)} or a.user_name = ${name.normalize("NFKC").toLowerCase()}) and not a.is_disabled and m.status = 'active'
    order by (t.owner_account_id = a.id) desc, m.created_at limit 1`);
  return found;
}

/** Free tries, then 1, 2, 4 ... 900 s between two tries; 20 failures per source in ten minutes (security bar, section E). */
const freeTries = 5;
const longestWait = 900;
const sourceTries = 20;

async function refuseGuessing(tx: Tx, subject: string, ip: string): Promise<void> {
  const [failures] = await tx.rows<{ n: number; since: number | null; source: number }>(sql`select
    (select count(*)::int from sign_in_failure where subject = ${subject} and created_at > now() - interval '1 hour') as n,
    (select extract(epoch from now() - max(created_at))::float8 from sign_in_failure where subject = ${subject}) as since,
    (select count(*)::int from sign_in_failure where ip = ${ip} and created_at > now() - interval '10 minutes') as source`);
  const { n, since, source } = failures!;
  const pause = n < freeTries ? 0 : Math.min(longestWait, 2 ** (n - freeTries));
  const left = source >= sourceTries ? 600 : Math.ceil(pause - (since ?? Infinity));
  if (left > 0) throw new Problem("tooManyRequests", fill(words.slow, { n: left }), { retryAfter: left });
}

async function open(tx: Tx, account: Account, context: CallContext): Promise<SignedIn> {
  const { services } = context;
  const token = await services.sessions.create(tx, {
    accountId: account.id,
    tenantId: account.tenantId,
    memberId: account.memberId,
    isSuperAdmin: account.isSuperAdmin,
    userAgent: context.userAgent,
  });
  if (!context.wantsBearer) tx.afterCommit(() => context.setSessionCookie(token));
  return {
    id: account.id,
    userName: account.userName,
    openId: null,
    tenant: { id: account.tenantId, sign: account.code },
    token: context.wantsBearer ? token : null,
  };
}

/** @throws {Problem} unauthenticated with one neutral text, tooManyRequests */
export async function signInByPassword(context: CallContext, name: string, password: string): Promise<SignedIn> {
  const { database, passwords } = context.services;
  const subject = normalizeMobile(name).toLowerCase();
  const account = await database.system(async (tx) => {
    await refuseGuessing(tx, subject, context.ip);
    return findAccount(tx, name);
  });
  if (!(await passwords.verify(password, account?.passwordHash ?? null)) || account === undefined) {
    await database.system((tx) => tx.rows(sql`insert into sign_in_failure (id, subject, ip) values (${newId()}::uuid, ${subject}, ${context.ip})`));
    throw new Problem("unauthenticated", words.wrong);
  }
  return database.system(async (tx) => {
    await tx.rows(sql`delete from sign_in_failure where subject = ${subject}`);
    if (account.passwordIsOneTime) {
      // Of two people with the same one-time password, one gets in.
      const used = await tx.rows(sql`update account set password_hash = null, password_is_one_time = false where id = ${account.id}::uuid and password_hash = ${account.passwordHash} returning id`);
      if (used.length === 0) throw new Problem("unauthenticated", words.wrong);
    }
    return open(tx, account, context);
  });
}

/** Signs in by code; a number without an account gets the same answer as a wrong code (T-16). @throws {Problem} invalid */
export async function signInByCode(context: CallContext, mobileInput: string, code: string): Promise<SignedIn> {
  const { services } = context;
  const mobile = requireMobile(mobileInput);
  const codeId = await checkCode(services, mobile, "signIn", code);
  return services.database.system(async (tx) => {
    const account = await findAccount(tx, mobile);
    if (account === undefined) {
      const text = { zh: "该手机号尚未注册,请先注册", en: "This number is not registered yet. Please register first." };
      throw new Problem("invalid", text, { fields: { mobile: text } });
    }
    await useCode(tx, codeId);
    return open(tx, account, context);
  });
}

/** Registers a number that its code proved: account, own space, membership and session, all or nothing (ruling 8, R-13). */
export async function register(context: CallContext, input: { mobile: string; verifyCode: string; password: string }): Promise<SignedIn> {
  const { services } = context;
  const mobile = requireMobile(input.mobile);
  requirePassword(input.password, mobile);
  const codeId = await checkCode(services, mobile, "signIn", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  return services.database.system(async (tx) => {
    await useCode(tx, codeId);
    const accountId = newId();
    const added = await tx.rows(sql`insert into account (id, mobile, user_name, password_hash) values (${accountId}::uuid, ${mobile}, ${mobile}, ${passwordHash}) on conflict do nothing returning id`);
    if (added.length === 0) {
      const text = { zh: "该手机号已注册,请直接登录", en: "This number is already registered. Please sign in." };
      throw new Problem("conflict", text, { fields: { mobile: text } });
    }
    await createSpace(tx, services, { accountId, mobile });
    return open(tx, (await findAccount(tx, mobile))!, context);
  });
}

/** A new password for a number that its code proved; everybody who was signed in as this person is signed out. */
export async function resetPassword(services: Services, input: { mobile: string; verifyCode: string; password: string }): Promise<void> {
  const mobile = requireMobile(input.mobile);
  requirePassword(input.password, mobile);
  const codeId = await checkCode(services, mobile, "resetPassword", input.verifyCode);
  const passwordHash = await services.passwords.hash(input.password);
  await services.database.system(async (tx) => {
    await useCode(tx, codeId);
    const [account] = await tx.rows<{ id: string }>(sql`update account set password_hash = ${passwordHash}, password_is_one_time = false where mobile = ${mobile} returning id`);
    // Nothing tells whether the number has an account: the answer is the same.
    if (account !== undefined) await services.sessions.revokeAll(tx, account.id);
  });
}
