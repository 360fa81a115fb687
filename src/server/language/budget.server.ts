import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";

/** The services that cost the operator money: `ai` counts requests, `translation` counts characters. */
export type LanguageService = "ai" | "translation";
/** Who uses a service. */
export type LanguageUser = { tenantId: string; memberId: string };
/** The maximum amount of one person within the clock hour, and of a space within the last 24 clock hours. */
export type BudgetLimits = { hour: number; day: number };

export type Budget = {
  /** Counts a use before it happens. Failures of the provider count too. @throws {Problem} tooManyRequests when the budget does not suffice; nothing is counted then */
  spend: (user: LanguageUser, amount: number) => Promise<void>;
};

const texts: Record<LanguageService, { hour: Text; day: Text }> = {
  ai: {
    hour: { zh: "您这一小时的 AI 次数已用完", en: "You have used your AI requests for this hour" },
    day: {
      zh: "本空间今天的 AI 次数已用完，请明天再试",
      en: "Your space has used its AI requests for today. Try again tomorrow.",
    },
  },
  translation: {
    hour: { zh: "您这一小时的翻译字数已用完", en: "You have used your translations for this hour" },
    day: {
      zh: "本空间今天的翻译字数已用完，请明天再试",
      en: "Your space has used its translations for today. Try again tomorrow.",
    },
  },
};

/** Row counts of two days are enough for a window of 24 hours. */
export const purgeLanguageUse = (tx: Tx, limit: number) =>
  deleteRows(tx, "language_use", sql`hour < now() - interval '2 days'`, limit);

/** The budget of a service, shared by all processes. Concurrent requests of a space are counted one after another, so that no budget is exceeded. */
export function createBudget(database: Database, service: LanguageService, limits: BudgetLimits): Budget {
  return {
    spend: ({ tenantId, memberId }, amount) =>
      database.tenant(tenantId, async (tx) => {
        await tx.lock(`language use ${service} ${tenantId}`);
        const [used] = await tx.rows<{ hour: number; day: number; secondsLeft: number }>(sql`
          select coalesce(sum(amount) filter (where member_id = ${memberId}::uuid and hour = date_trunc('hour', now())), 0)::int as "hour",
            coalesce(sum(amount), 0)::int as "day",
            ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()))::int as "secondsLeft"
          from language_use
          where tenant_id = ${tenantId}::uuid and service = ${service} and hour > date_trunc('hour', now()) - interval '24 hours'`);
        const { hour, day, secondsLeft } = used!;
        if (day + amount > limits.day)
          throw new Problem("tooManyRequests", texts[service].day, { retryAfter: Math.max(1, secondsLeft) });
        if (hour + amount > limits.hour)
          throw new Problem("tooManyRequests", texts[service].hour, { retryAfter: Math.max(1, secondsLeft) });
        await tx.rows(sql`insert into language_use (tenant_id, service, member_id, hour, amount)
          values (${tenantId}::uuid, ${service}, ${memberId}::uuid, date_trunc('hour', now()), ${amount})
          on conflict (tenant_id, service, hour, member_id) do update set amount = language_use.amount + excluded.amount`);
      }),
  };
}
