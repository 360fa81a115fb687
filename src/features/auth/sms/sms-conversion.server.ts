import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";

/** Of the last fifty codes, so large a share has to be entered (T-15). Who asks for codes without entering them is after our money. */
const codes = 50;
const leastShare = 0.3;

type Watched = Pick<Services, "database" | "metrics" | "log">;

/** Codes that nobody can enter any more, the last fifty, and how many of them were entered. */
async function readConversion({ database }: Watched): Promise<{ sent: number; entered: number }> {
  const [found] = await database.system((tx) =>
    tx.rows<{ sent: number; entered: number }>(sql`select count(*)::int as sent, count(used_at)::int as entered from (
      select used_at from sms_code where used_at is not null or ended_at is not null or expires_at <= now()
      order by created_at desc limit ${codes}) as last`),
  );
  return found!;
}

/** Gives what is called every now and then: shows the share, and raises the alarm once each time it becomes too small (T-15). */
export function watchConversion(services: Watched): () => void {
  const { metrics, log } = services;
  let wasLow = false;
  async function look(): Promise<void> {
    const { sent, entered } = await readConversion(services);
    const share = sent < codes ? 1 : entered / sent;
    const isLow = share < leastShare;
    metrics.showSmsConversion(share, isLow);
    if (isLow && !wasLow) log.error({ alarm: "smsConversion", sent, entered }, "hardly any SMS codes are entered");
    if (!isLow && wasLow) log.warn({ sent, entered }, "SMS codes are entered again");
    wasLow = isLow;
  }
  return () => void look().catch((error: unknown) => log.debug({ err: error }, "the codes cannot be counted now"));
}
