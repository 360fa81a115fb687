import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { readUpkeep } from "#server/jobs/upkeep.server.ts";

/** The number of codes from which the share of entered codes is computed. */
const sampleSize = 50;
/** A lower share of entered codes suggests SMS fraud: requests for codes that nobody wants (T-15). */
const minShare = 0.3;

/** The upkeep that computes the share. Its result is stored in its row, from which every process reads its metrics. */
export const conversionUpkeepName = "watchConversion";

/** `share`: the share of the latest codes that people have entered, from 0 to 1; `isLow`: below the minimum. */
export type Conversion = { share: number; isLow: boolean };

/** Computes the share of the last fifty codes, used or no longer valid, that were entered; logs an alarm when it becomes too low (T-15). */
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
    log.error({ alarm: "smsConversion", sent, entered }, "few SMS codes are entered");
  if (!isLow && previous?.isLow === true) log.warn({ sent, entered }, "enough SMS codes are entered again");
  return { share, isLow };
}

/** Adds the metrics that expose the result of the upkeep. */
export function addConversionMetrics({ database, metrics }: Pick<Services, "database" | "metrics">): void {
  async function readConversion(): Promise<Partial<Conversion>> {
    const rows = await readUpkeep({ database });
    return rows.find(({ name }) => name === conversionUpkeepName)?.state ?? {};
  }
  metrics.addGauge({
    name: "sms_codes_entered_share",
    help: "Share of the last 50 SMS codes that were entered; 1 while there are fewer",
    labels: [],
    read: async () => [{ labels: {}, value: (await readConversion()).share ?? 1 }],
  });
  metrics.addGauge({
    name: "sms_conversion_alarm",
    help: "1 while so few SMS codes are entered that SMS fraud is likely",
    labels: [],
    read: async () => [{ labels: {}, value: (await readConversion()).isLow === true ? 1 : 0 }],
  });
}
