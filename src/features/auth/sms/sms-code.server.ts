import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { CallContext, Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { isSameHash, keyedHash } from "#server/process/secrets.server.ts";
import { queueSms } from "#server/sms/sms.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { type ProofOfWork, proofRequired, readProof, consumeProof } from "./proof-of-work.server.ts";
import { enforceBudgets, type CodeRequest } from "./sms-budget.server.ts";

/**
 * The purpose of a code; a code is invalid for any other purpose (T-14). Codes for `signIn` are also valid for registration, because the call that
 * requests them does not distinguish the two.
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

/** The validity of a code (B-323). */
const codeLifetimeSeconds = 300;
/** Minimum time between two codes for a number. */
export const resendSeconds = 60;
/** Maximum attempts per code (T-12). */
const maxTries = 5;
/** Maximum failed attempts per number, over all its codes (T-12). */
const maxFailures = { hour: 10, day: 20 };
/** How long a request waits for the SMS provider: the whole response may take three seconds (R-19). */
const deliveryTimeoutMs = 2500;

const texts = {
  notOpen: { zh: "验证码登录暂未开放", en: "Sign-in by SMS code is not yet open" },
  sendFailed: { zh: "短信发送失败，请稍后重试", en: "The message could not be sent. Try again later." },
  providerPaused: {
    zh: "短信服务暂时不可用，请稍后重试，或使用密码登录",
    en: "Text messages are unavailable. Try again later or sign in with your password.",
  },
  wrongCode: { zh: "验证码不正确或已失效", en: "Incorrect or expired code" },
  message: {
    zh: "【经纬】验证码 {code}，{n} 分钟内有效，请勿告诉他人。",
    en: "Meridian: your code is {code}, valid for {n} {n|minute|minutes}. Do not share it.",
  },
};

const codeHash = (services: Pick<Services, "pepper">, mobile: string, purpose: CodePurpose, code: string) =>
  keyedHash(services.pepper, "sms code", mobile, purpose, code);

/** Deletes codes that are too old to count towards any limit. */
export const purgeCodes = (tx: Tx, limit: number) =>
  deleteRows(tx, "sms_code", sql`created_at < now() - interval '1 day'`, limit);

/** Stores a code and invalidates earlier codes for the same number and purpose. */
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
    values (${id}::uuid, ${mobile}, ${purpose}, ${hash}, ${source}, ${siteId}::uuid, now() + ${`${codeLifetimeSeconds} seconds`}::interval)`);
}

/** The `requireProof` of `enforceBudgets`: throws `proofRequired` without a valid proof of work, and marks the proof as used in the final check. */
const proofChecker = (tx: Tx, services: Services, proof: ProofOfWork | undefined) => async (isFinal: boolean) => {
  const isProven = proof !== undefined && (!isFinal || (await consumeProof(tx, proof)));
  if (!isProven) throw await proofRequired(services);
};

/**
 * Refunds a message that the provider refused: the person may request another at once, and the previous code becomes valid again. The network's
 * budget is not refunded, so that probing invalid numbers is as limited as sending.
 */
async function refundBudget(tx: Tx, id: string, mobile: string, purpose: CodePurpose): Promise<void> {
  // Without its number, the row does not count towards the budget of the number.
  await tx.rows(sql`update sms_code set mobile = 'refused', ended_at = now() where id = ${id}::uuid`);
  await tx.rows(sql`update sms_code set ended_at = null where id = (
    select id from sms_code where mobile = ${mobile} and purpose = ${purpose} and used_at is null and expires_at > now()
    order by created_at desc limit 1
  ) and not exists (select 1 from sms_code where mobile = ${mobile} and purpose = ${purpose} and used_at is null and ended_at is null)`);
}

/**
 * Sends a new code, which invalidates earlier ones. Returns the seconds until another may be requested.
 * @throws {Problem} invalid for a wrong number, proofRequired (with a challenge), tooManyRequests (with retryAfter), unavailable when SMS is
 * switched off, the provider is down or it refused the message
 */
export async function sendCode(
  context: CallContext,
  input: { mobile: string; purpose: CodePurpose; proof?: string | undefined },
): Promise<{ seconds: number }> {
  const { services, ip, siteTenantId, locale } = context;
  if (!services.sms.isEnabled) throw new Problem("unavailable", texts.notOpen);
  const codeRequest: CodeRequest = { mobile: requireMobile(input.mobile), source: sourceOf(ip), siteId: siteTenantId };
  const pauseSeconds = services.sms.pauseSeconds();
  if (pauseSeconds > 0) throw new Problem("unavailable", texts.providerPaused, { retryAfter: pauseSeconds });
  const proof = await readProof(services, input.proof);
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
  const id = newId();
  let outcome: Promise<string> | undefined;
  await services.database.system(async (tx) => {
    await enforceBudgets(tx, codeRequest, { resendSeconds, requireProof: proofChecker(tx, services, proof) });
    await addCode(tx, id, input.purpose, codeHash(services, codeRequest.mobile, input.purpose, code), codeRequest);
    const message = {
      to: codeRequest.mobile,
      text: formatText(texts.message, { code, n: codeLifetimeSeconds / 60 })[locale],
      templateKey: "code" as const,
      values: { code },
      lifeSeconds: codeLifetimeSeconds,
    };
    const messageId = await queueSms(tx, services.outbox, message);
    tx.afterCommit(() => {
      outcome = services.outbox.waitForOutcome(messageId, deliveryTimeoutMs);
    });
  });
  if ((await outcome) === "refused") {
    await services.database.system((tx) => refundBudget(tx, id, codeRequest.mobile, input.purpose));
    throw new Problem("unavailable", texts.sendFailed);
  }
  return { seconds: resendSeconds };
}

/**
 * Counts an attempt before the code is checked, so that of a hundred concurrent attempts only five are checked (T-12). Returns the number's valid
 * code; undefined if there is none or the number has too many failures.
 */
async function countAttempt(
  tx: Tx,
  mobile: string,
  purpose: CodePurpose,
): Promise<{ id: string; codeHash: string } | undefined> {
  const triesWithin = (span: string) =>
    sql`(select coalesce(sum(tries), 0) from sms_code where mobile = ${mobile} and created_at > now() - ${span}::interval)`;
  const [row] = await tx.rows<{ id: string; codeHash: string }>(sql`update sms_code set tries = tries + 1
    where mobile = ${mobile} and purpose = ${purpose} and used_at is null and ended_at is null and expires_at > now() and tries < ${maxTries}
      and ${triesWithin("1 hour")} < ${maxFailures.hour} and ${triesWithin("1 day")} < ${maxFailures.day}
    returning id, code_hash as "codeHash"`);
  return row;
}

/**
 * Checks a code without using it up, and returns its id for `consumeCode`. `field`: the input field that a problem names.
 * @throws {Problem} invalid for a wrong code
 */
export async function checkCode(
  services: Pick<Services, "pepper" | "database">,
  mobile: string,
  purpose: CodePurpose,
  code: string,
  field = "verifyCode",
): Promise<string> {
  const attempt = await services.database.system((tx) => countAttempt(tx, mobile, purpose));
  const isCorrect = attempt !== undefined && isSameHash(attempt.codeHash, codeHash(services, mobile, purpose, code));
  if (!isCorrect) throw new Problem("invalid", texts.wrongCode, { fields: { [field]: texts.wrongCode } });
  return attempt.id;
}

/** Uses up a checked code in the caller's transaction; of concurrent uses only one succeeds (T-13). @throws {Problem} invalid */
export async function consumeCode(tx: Tx, codeId: string, field = "verifyCode"): Promise<void> {
  // The successful attempt does not count as a failure.
  const updated = await tx.rows(
    sql`update sms_code set used_at = now(), tries = tries - 1 where id = ${codeId}::uuid and used_at is null and ended_at is null returning id`,
  );
  if (updated.length === 0) throw new Problem("invalid", texts.wrongCode, { fields: { [field]: texts.wrongCode } });
}
