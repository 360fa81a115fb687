import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A request for a code. `source`: the network of the client (see `sourceOf`); `siteId`: the tenant of the site. */
export type CodeRequest = { mobile: string; source: string; siteId: string };

/**
 * Maximum messages per number, numbers and messages per network, messages per site and in total, each within an hour or a day (T-15). All calls that
 * send codes share these budgets.
 */
const budgets = { numberHour: 5, numberDay: 10, sourceNumbersHour: 10, sourceDay: 30, siteHour: 100, allHour: 500 };
/** Messages per network and hour without a proof of work; every further message requires one. */
const maxCodesWithoutProof = 2;

const texts = {
  wait: { zh: "请在 {n} 秒后重新获取验证码", en: "You can request another code in {n} {n|second|seconds}" },
  tooMany: { zh: "获取验证码过于频繁，请一小时后再试", en: "Too many codes requested. Try again in an hour." },
  tooManyToday: { zh: "今天获取验证码过于频繁，请明天再试", en: "Too many codes requested today. Try again tomorrow." },
};

/** The used part of each budget, and the messages of the network within an hour. */
type Usage = Record<keyof typeof budgets, number> & { secondsSinceLast: number | null; sourceHour: number };

async function readUsage(tx: Tx, { mobile, source, siteId }: CodeRequest): Promise<Usage> {
  const [usage] = await tx.rows<Usage>(sql`select
    (select extract(epoch from now() - max(created_at))::float8 from sms_code where mobile = ${mobile}) as "secondsSinceLast",
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 hour') as "numberHour",
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 day') as "numberDay",
    (select count(distinct mobile)::int from sms_code where source = ${source} and mobile <> ${mobile} and created_at > now() - interval '1 hour') as "sourceNumbersHour",
    (select count(*)::int from sms_code where source = ${source} and created_at > now() - interval '1 hour') as "sourceHour",
    (select count(*)::int from sms_code where source = ${source} and created_at > now() - interval '1 day') as "sourceDay",
    (select count(*)::int from sms_code where site_id = ${siteId}::uuid and created_at > now() - interval '1 hour') as "siteHour",
    (select count(*)::int from sms_code where created_at > now() - interval '1 hour') as "allHour"`);
  return usage!;
}

/** @throws {Problem} tooManyRequests when it is too early for another message or a budget is used up */
function refuseIfExceeded(usage: Usage, resendSeconds: number): void {
  if (usage.secondsSinceLast !== null && usage.secondsSinceLast < resendSeconds) {
    const n = Math.max(1, Math.ceil(resendSeconds - usage.secondsSinceLast));
    throw new Problem("tooManyRequests", formatText(texts.wait, { n }), { retryAfter: n });
  }
  const isUsedUp = (name: keyof typeof budgets) => usage[name] >= budgets[name];
  if (isUsedUp("numberDay") || isUsedUp("sourceDay"))
    throw new Problem("tooManyRequests", texts.tooManyToday, { retryAfter: 86_400 });
  if ((Object.keys(budgets) as (keyof typeof budgets)[]).some(isUsedUp))
    throw new Problem("tooManyRequests", texts.tooMany, { retryAfter: 3600 });
}

/**
 * Refuses messages beyond the budgets. Checks twice: first without a lock, so that a flood of refused requests does not queue for it, then with a
 * lock held until the transaction ends, so that two concurrent requests cannot both use the last message of a budget. `requireProof` is called when a
 * proof of work is required, and throws without a valid one; `isFinal` is true in the second check.
 * @throws {Problem} tooManyRequests with the seconds to wait
 */
export async function enforceBudgets(
  tx: Tx,
  codeRequest: CodeRequest,
  { resendSeconds, requireProof }: { resendSeconds: number; requireProof: (isFinal: boolean) => Promise<void> },
): Promise<void> {
  for (const isFinal of [false, true]) {
    if (isFinal) await tx.lock("sms code");
    const usage = await readUsage(tx, codeRequest);
    refuseIfExceeded(usage, resendSeconds);
    if (usage.sourceHour >= maxCodesWithoutProof) await requireProof(isFinal);
  }
}
