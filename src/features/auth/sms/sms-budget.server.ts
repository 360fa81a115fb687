import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A request for a code: number, network and site. */
export type CodeRequest = { mobile: string; source: string; siteId: string };

/** Messages per number, numbers and messages per network, messages per site and in all (T-15). One budget for all calls that send. */
const budgets = { numberHour: 5, numberDay: 10, sourceNumbersHour: 10, sourceDay: 30, siteHour: 100, allHour: 500 };
/** Messages that a network is sent in an hour before each further one needs a proof of work. */
const freeCodes = 2;

const texts = {
  wait: { zh: "请在 {n} 秒后重新获取验证码", en: "You can request another code in {n} {n|second|seconds}" },
  often: { zh: "获取验证码过于频繁，请一小时后再试", en: "Too many codes requested. Try again in an hour." },
};

type Usage = Record<keyof typeof budgets, number> & { since: number | null; sourceHour: number };

async function usageOf(tx: Tx, { mobile, source, siteId }: CodeRequest): Promise<Usage> {
  const [usage] = await tx.rows<Usage>(sql`select
    (select extract(epoch from now() - max(created_at))::float8 from sms_code where mobile = ${mobile}) as since,
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 hour') as "numberHour",
    (select count(*)::int from sms_code where mobile = ${mobile} and created_at > now() - interval '1 day') as "numberDay",
    (select count(distinct mobile)::int from sms_code where source = ${source} and mobile <> ${mobile} and created_at > now() - interval '1 hour') as "sourceNumbersHour",
    (select count(*)::int from sms_code where source = ${source} and created_at > now() - interval '1 hour') as "sourceHour",
    (select count(*)::int from sms_code where source = ${source} and created_at > now() - interval '1 day') as "sourceDay",
    (select count(*)::int from sms_code where site_id = ${siteId}::uuid and created_at > now() - interval '1 hour') as "siteHour",
    (select count(*)::int from sms_code where created_at > now() - interval '1 hour') as "allHour"`);
  return usage!;
}

function refuseIfSpent(usage: Usage, resendSeconds: number): void {
  if (usage.since !== null && usage.since < resendSeconds) {
    const n = Math.max(1, Math.ceil(resendSeconds - usage.since));
    throw new Problem("tooManyRequests", formatText(texts.wait, { n }), { retryAfter: n });
  }
  const isExceeded = (Object.keys(budgets) as (keyof typeof budgets)[]).some((name) => usage[name] >= budgets[name]);
  if (isExceeded) throw new Problem("tooManyRequests", texts.often, { retryAfter: 3600 });
}

/**
 * Refuses messages beyond the budget; `prove` checks the proof of work where one is required, and throws without. Holds a lock until the transaction
 * ends, because two at once would both take the last free slot. Also checked before, without the lock, so that a flood of refused requests does not
 * queue for it.
 * @throws {Problem} tooManyRequests with the seconds to wait
 */
export async function refuseTooMany(
  tx: Tx,
  codeRequest: CodeRequest,
  { resendSeconds, prove }: { resendSeconds: number; prove: (isLast: boolean) => Promise<void> },
): Promise<void> {
  for (const isLast of [false, true]) {
    if (isLast) await tx.lock("sms code");
    const usage = await usageOf(tx, codeRequest);
    refuseIfSpent(usage, resendSeconds);
    if (usage.sourceHour >= freeCodes) await prove(isLast);
  }
}
