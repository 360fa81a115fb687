import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { CallContext, Services } from "#kit/call.ts";
import { mobileMessage, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { isSameHash, keyedHash } from "#server/process/secrets.server.ts";
import { queueSms } from "#server/sms/sms.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { type ProofOfWork, proofRequired, readProof, spendProof } from "./proof-of-work.server.ts";
import { refuseTooMany, type CodeRequest } from "./sms-budget.server.ts";

/**
 * The purpose of a code; it is valid for no other (T-14). One for signing in also registers (the call has no purpose on the wire): both prove the
 * same thing, ownership of the number.
 */
export type CodePurpose =
  | "signIn"
  | "resetPassword"
  | "changePassword"
  | "payPassword"
  | "oldMobile"
  | "newMobile"
  | "cancel"
  | "secondFactor"
  | "stepUp"
  | "twoStep"
  | "field";

/** Lifetime of a code, seconds until the next, attempts per code, failures per number over all codes (T-12, B-323). */
const lifeSeconds = 300;
export const resendSeconds = 60;
const maxTries = 5;
const failures = { hour: 10, day: 20 };
/** ms that a request waits for the provider's acceptance: the whole response takes at most three seconds (R-19). */
const deliveryTimeout = 2500;

const texts = {
  closed: { zh: "验证码登录暂未开放", en: "Sign-in by SMS code is not yet open" },
  refused: { zh: "短信发送失败，请稍后重试", en: "The message could not be sent. Try again later." },
  resting: {
    zh: "短信服务暂时不可用，请稍后重试，或使用密码登录",
    en: "Text messages are unavailable. Try again later or sign in with your password.",
  },
  wrong: { zh: "验证码不正确或已失效", en: "Incorrect or expired code" },
  text: {
    zh: "【经纬】验证码 {code}，5 分钟内有效，请勿告诉他人。",
    en: "Meridian: your code is {code}, valid for 5 minutes. Do not share it.",
  },
};

/** @throws {Problem} invalid when it is not a mobile number of mainland China */
export function requireMobile(input: string): string {
  const mobile = normalizeMobile(input);
  if (!mobilePattern.test(mobile)) throw new Problem("invalid", mobileMessage, { fields: { mobile: mobileMessage } });
  return mobile;
}

type Keys = Pick<Services, "pepper">;

const codeHash = (services: Keys, mobile: string, purpose: CodePurpose, code: string) =>
  keyedHash(services.pepper, "sms code", mobile, purpose, code);

/** Deletes codes that are too old to count towards any limit. */
export const purgeCodes = (tx: Tx, limit: number) =>
  deleteRows(tx, "sms_code", sql`created_at < now() - interval '1 day'`, limit);

async function addCode(
  tx: Tx,
  id: string,
  purpose: CodePurpose,
  hash: string,
  { mobile, source, siteId }: CodeRequest,
): Promise<void> {
  await tx.rows(
    sql`update sms_code set ended_at = now() where mobile = ${mobile} and purpose = ${purpose} and used_at is null and ended_at is null`,
  );
  await tx.rows(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at)
    values (${id}::uuid, ${mobile}, ${purpose}, ${hash}, ${source}, ${siteId}::uuid, now() + ${`${lifeSeconds} seconds`}::interval)`);
}

/** Returns a check of the proof of work that throws without a valid one, and marks it as used in the last check. */
const proving = (tx: Tx, services: Services, proof: ProofOfWork | undefined) => async (isLast: boolean) => {
  const isProven = proof !== undefined && (!isLast || (await spendProof(tx, proof)));
  if (!isProven) throw await proofRequired(services);
};

/**
 * Refunds a message that was not sent: a new one may be requested at once, and the earlier code is valid again. The network's budget is not refunded,
 * so that probing invalid numbers costs the same.
 */
async function refundBudget(tx: Tx, id: string, mobile: string, purpose: CodePurpose): Promise<void> {
  await tx.rows(sql`update sms_code set mobile = 'refused', ended_at = now() where id = ${id}::uuid`);
  await tx.rows(sql`update sms_code set ended_at = null where id = (
    select id from sms_code where mobile = ${mobile} and purpose = ${purpose} and used_at is null and expires_at > now()
    order by created_at desc limit 1
  ) and not exists (select 1 from sms_code where mobile = ${mobile} and purpose = ${purpose} and used_at is null and ended_at is null)`);
}

/**
 * Sends a new code, which invalidates earlier ones. Returns the seconds until the next may be requested.
 * @throws {Problem} invalid, proofRequired (with a challenge), tooManyRequests (with retryAfter), unavailable when SMS is switched off, the provider
 * does not respond or it refused
 */
export async function sendCode(
  context: CallContext,
  input: { mobile: string; purpose: CodePurpose; proof?: string | undefined },
): Promise<{ seconds: number }> {
  const { services, ip, siteTenantId, locale } = context;
  if (!services.sms.isOpen) throw new Problem("unavailable", texts.closed);
  const codeRequest: CodeRequest = { mobile: requireMobile(input.mobile), source: sourceOf(ip), siteId: siteTenantId };
  const wait = services.sms.restSeconds();
  if (wait > 0) throw new Problem("unavailable", texts.resting, { retryAfter: wait });
  const proof = await readProof(services, input.proof);
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  const id = newId();
  let outcome: Promise<string> | undefined;
  await services.database.system(async (tx) => {
    await refuseTooMany(tx, codeRequest, { resendSeconds, prove: proving(tx, services, proof) });
    await addCode(tx, id, input.purpose, codeHash(services, codeRequest.mobile, input.purpose, code), codeRequest);
    const message = {
      to: codeRequest.mobile,
      text: formatText(texts.text, { code })[locale],
      templateKey: "code" as const,
      values: { code },
      lifeSeconds,
    };
    const messageId = await queueSms(tx, services.outbox, message);
    tx.afterCommit(() => {
      outcome = services.outbox.outcome(messageId, deliveryTimeout);
    });
  });
  if ((await outcome) === "refused") {
    await services.database.system((tx) => refundBudget(tx, id, codeRequest.mobile, input.purpose));
    throw new Problem("unavailable", texts.refused);
  }
  return { seconds: resendSeconds };
}

/**
 * Counts an attempt before the code is checked, so that of a hundred concurrent ones only five are checked (T-12); returns the valid code unless this
 * number has too many failures over all its codes.
 */
async function tryCode(
  tx: Tx,
  mobile: string,
  purpose: CodePurpose,
): Promise<{ id: string; codeHash: string } | undefined> {
  const countTries = (span: string) =>
    sql`(select coalesce(sum(tries), 0) from sms_code where mobile = ${mobile} and created_at > now() - ${span}::interval)`;
  const [row] = await tx.rows<{ id: string; codeHash: string }>(sql`update sms_code set tries = tries + 1
    where mobile = ${mobile} and purpose = ${purpose} and used_at is null and ended_at is null and expires_at > now() and tries < ${maxTries}
      and ${countTries("1 hour")} < ${failures.hour} and ${countTries("1 day")} < ${failures.day}
    returning id, code_hash as "codeHash"`);
  return row;
}

/** Returns the id of the number's valid code, without using it up. `field`: the input field. @throws {Problem} invalid for a wrong code */
export async function checkCode(
  services: Keys & Pick<Services, "database">,
  mobile: string,
  purpose: CodePurpose,
  code: string,
  field = "verifyCode",
): Promise<string> {
  const attempt = await services.database.system((tx) => tryCode(tx, mobile, purpose));
  const isRight = attempt !== undefined && isSameHash(attempt.codeHash, codeHash(services, mobile, purpose, code));
  if (!isRight) throw new Problem("invalid", texts.wrong, { fields: { [field]: texts.wrong } });
  return attempt.id;
}

/** Uses a checked code up in the caller's transaction; of many concurrent uses only one succeeds (T-13). @throws {Problem} invalid */
export async function useCode(tx: Tx, codeId: string, field = "verifyCode"): Promise<void> {
  // The successful attempt does not count as a failure.
  const updated = await tx.rows(
    sql`update sms_code set used_at = now(), tries = tries - 1 where id = ${codeId}::uuid and used_at is null and ended_at is null returning id`,
  );
  if (updated.length === 0) throw new Problem("invalid", texts.wrong, { fields: { [field]: texts.wrong } });
}
