import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { fill, type Locale } from "#kit/text.ts";
import type { Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";
import { keyed } from "#server/secrets.server.ts";

/** What a code is good for. One sent for signing in also registers (the wire's call names no purpose): both prove the same thing, the number. */
export type CodePurpose = "signIn" | "resetPassword";

/** Security bar, section E: life 300 s, resend 60 s, 5 tries, 5 per hour and 10 per day and number, per source and for the whole site. */
const lifeSeconds = 300;
export const resendSeconds = 60;
const mostTries = 5;
const budgets = { numberHour: 5, numberDay: 10, sourceHour: 20, sourceDay: 30, siteHour: 500 };

const words = {
  closed: { zh: "验证码登录暂未开放", en: "Signing in by code is not yet open" },
  wait: { zh: "请在 {n} 秒后重新获取验证码", en: "You can ask for another code in {n} seconds" },
  often: { zh: "获取验证码过于频繁,请稍后再试", en: "Too many codes were asked for. Try again later." },
  wrong: { zh: "验证码不正确或已失效", en: "The code is wrong or no longer valid" },
  text: { zh: "【经纬】验证码 {code}，5 分钟内有效，请勿告诉他人。", en: "Meridian: your code is {code}, valid for 5 minutes. Do not share it." },
};

/** @throws {Problem} invalid when it is not a mobile number of mainland China */
export function requireMobile(input: string): string {
  const mobile = normalizeMobile(input);
  if (!mobilePattern.test(mobile)) throw new Problem("invalid", mobileMessage, { fields: { mobile: mobileMessage } });
  return mobile;
}

type Usage = { since: number | null; numberHour: number; numberDay: number; sourceHour: number; sourceDay: number; siteHour: number };

async function usageOf(tx: Tx, mobile: string, ip: string): Promise<Usage> {
  const [usage] = await tx.rows<Usage>(sql`select
    (select extract(epoch from now() - max(created_at))::float8 from sms_code where mobile = ${mobile}) as since,
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 hour') as "numberHour",
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 day') as "numberDay",
    (select count(*)::int from sms_code where ip = ${ip} and created_at > now() - interval '1 hour') as "sourceHour",
    (select count(*)::int from sms_code where ip = ${ip} and created_at > now() - interval '1 day') as "sourceDay",
    (select count(*)::int from sms_code where created_at > now() - interval '1 hour') as "siteHour"`);
  return usage!;
}

function refuseTooMany(usage: Usage): void {
  if (usage.since !== null && usage.since < resendSeconds) {
    const n = Math.max(1, Math.ceil(resendSeconds - usage.since));
    throw new Problem("tooManyRequests", fill(words.wait, { n }), { retryAfter: n });
  }
  const isSpent = (Object.keys(budgets) as (keyof typeof budgets)[]).some((name) => usage[name] >= budgets[name]);
  if (isSpent) throw new Problem("tooManyRequests", words.often, { retryAfter: 3600 });
}

const codeHash = (services: Services, mobile: string, purpose: CodePurpose, code: string) => keyed(services.pepper, "sms code", mobile, purpose, code);

/**
 * Sends a new code; the number's earlier ones die. Gives the seconds until the next may be asked for.
 * @throws {Problem} invalid, tooManyRequests (with retryAfter), unavailable when SMS is switched off
 */
export async function sendCode(services: Services, input: { mobile: string; purpose: CodePurpose; ip: string; locale: Locale }): Promise<{ seconds: number }> {
  if (!services.sms.isOpen) throw new Problem("unavailable", words.closed);
  const mobile = requireMobile(input.mobile);
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  await services.database.system(async (tx) => {
    // One request at a time over the shared budgets: two at once would both see the last free place.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('sms code'))`);
    refuseTooMany(await usageOf(tx, mobile, input.ip));
    await tx.rows(sql`update sms_code set used_at = now() where mobile = ${mobile} and purpose = ${input.purpose} and used_at is null`);
    await tx.rows(sql`insert into sms_code (id, mobile, purpose, code_hash, ip, expires_at)
      values (${newId()}::uuid, ${mobile}, ${input.purpose}, ${codeHash(services, mobile, input.purpose, code)}, ${input.ip}, now() + ${`${lifeSeconds} seconds`}::interval)`);
    await services.outbox.add(tx, "sms", mobile, { code, text: fill(words.text, { code })[input.locale] });
  });
  return { seconds: resendSeconds };
}

/**
 * Whether `code` is the number's living code. Every try is counted, in its own transaction and before the code is looked at, so
 * that a hundred tries at once are still five (T-12).
 */
async function tryCode(services: Services, mobile: string, purpose: CodePurpose, code: string): Promise<string | undefined> {
  const [found] = await services.database.system((tx) =>
    tx.rows<{ id: string; codeHash: string }>(sql`update sms_code set tries = tries + 1
      where mobile = ${mobile} and purpose = ${purpose} and used_at is null and expires_at > now() and tries < ${mostTries}
      returning id, code_hash as "codeHash"`),
  );
  return found !== undefined && found.codeHash === codeHash(services, mobile, purpose, code) ? found.id : undefined;
}

/** @throws {Problem} invalid when the code is not the number's living one. Does not use it up. */
export async function checkCode(services: Services, mobile: string, purpose: CodePurpose, code: string): Promise<string> {
  const id = await tryCode(services, mobile, purpose, code);
  if (id === undefined) throw new Problem("invalid", words.wrong, { fields: { verifyCode: words.wrong } });
  return id;
}

/** Uses a checked code up in the caller's transaction; of many at once only one succeeds (T-13). @throws {Problem} invalid */
export async function useCode(tx: Tx, codeId: string): Promise<void> {
  const used = await tx.rows(sql`update sms_code set used_at = now() where id = ${codeId}::uuid and used_at is null returning id`);
  if (used.length === 0) throw new Problem("invalid", words.wrong, { fields: { verifyCode: words.wrong } });
}
