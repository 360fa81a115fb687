import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { readUpkeep } from "#server/jobs/upkeep.server.ts";

/** The minimum share of the last fifty codes that must be entered (T-15). Requests for codes that nobody enters are SMS fraud. */
const sampleSize = 50;
const minShare = 0.3;

/** The upkeep that watches the share; its result is in its row, where every process reads it. */
export const upkeepName = "watchConversion";

/** The share of the last codes that were entered, and whether that is too few. */
export type Conversion = { share: number; isLow: boolean };

/** Counts how many of the last fifty expired codes were entered, and raises an alarm when those become too few (T-15). */
export async function watchConversion(
  { database, log }: Pick<Services, "database" | "log">,
  previous: Partial<Conversion> | null,
): Promise<Conversion> {
  const [row] = await database.system((tx) =>
    tx.rows<{ sent: number; entered: number }>(sql`select count(*)::int as sent, count(used_at)::int as entered from (
      select used_at from sms_code where used_at is not null or ended_at is not null or expires_at <= now()
      order by created_at desc limit ${sampleSize}) as last`),
  );
  const { sent, entered } = row!;
  const share = sent < sampleSize ? 1 : entered / sent;
  const isLow = share < minShare;
  if (isLow && previous?.isLow !== true)
    log.error({ alarm: "smsConversion", sent, entered }, "hardly any SMS codes are entered");
  if (!isLow && previous?.isLow === true) log.warn({ sent, entered }, "SMS codes are entered again");
  return { share, isLow };
}

/** Exposes the result of the upkeep as metrics. */
export function showConversion({ database, metrics }: Pick<Services, "database" | "metrics">): void {
  async function read(): Promise<Partial<Conversion>> {
    const rows = await readUpkeep({ database });
    return rows.find(({ name }) => name === upkeepName)?.state ?? {};
  }
  metrics.addGauge({
    name: "sms_codes_entered_share",
    help: "Share of the last 50 SMS codes that were entered; 1 while there are fewer",
    labels: [],
    read: async () => [{ labels: {}, value: (await read()).share ?? 1 }],
  });
  metrics.addGauge({
    name: "sms_conversion_alarm",
    help: "1 when so few SMS codes are entered that somebody else seems to ask for them",
    labels: [],
    read: async () => [{ labels: {}, value: (await read()).isLow === true ? 1 : 0 }],
  });
}
