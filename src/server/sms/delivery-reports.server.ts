import { sql } from "drizzle-orm";
import { seconds } from "#kit/format.ts";
import type { Database } from "#server/postgres/database.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import {
  type DeliveryStatus,
  errorSummary,
  type Note,
  type SentMessage,
  type DeliveryChannels,
  within,
} from "./outbox.server.ts";

/** Waits before the provider is asked again about a pending message; after the last one it is not asked any more. */
const askAgainAfter = "{1 minute,5 minutes,30 minutes,3 hours,12 hours}";
const maxConcurrency = 20;
const askEvery = seconds(5);

type Asked = SentMessage & { id: string; kind: string };

/** Learns what became of messages that were sent. */
export function followMessages({
  database,
  ways,
  log,
  note,
}: {
  database: Database;
  ways: DeliveryChannels;
  log: Logger;
  note: Note;
}): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined;

  const take = () =>
    database.system((tx) =>
      tx.rows<Asked>(sql`
        update outbox set asked = asked + 1, ask_at = now() + (${askAgainAfter}::text[])[asked + 1]::interval
        where id in (select id from outbox where ask_at <= now() order by ask_at limit ${maxConcurrency} for update skip locked)
        returning id, kind, recipient, provider_id as "providerId", sent_at as "sentAt"`),
    );
  async function write(id: string, kind: string, fate: DeliveryStatus): Promise<void> {
    if (fate.state === "pending") return;
    note(kind, fate.state);
    const isThere = fate.state === "delivered";
    const reason = isThere ? null : fate.reason.slice(0, 100);
    await database.system((tx) =>
      tx.rows(sql`update outbox set ask_at = null, delivered_at = case when ${isThere} then now() end,
        undelivered_at = case when ${isThere} then null else now() end, reason = ${reason} where id = ${id}::uuid`),
    );
  }
  async function askOne({ id, kind, ...sent }: Asked): Promise<void> {
    const ask = ways[kind]?.ask;
    if (ask === undefined) return;
    try {
      await write(id, kind, await within((signal) => ask(sent, signal)));
    } catch (error) {
      log.debug({ ...errorSummary(error), kind, id }, "what became of a message could not be asked");
    }
  }
  const round = async () => void (await Promise.all((await take()).map(askOne)));
  const timer = setInterval(() => {
    running ??= round()
      .catch((error: unknown) => log.debug({ err: error }, "the outbox cannot be read now"))
      .finally(() => {
        running = undefined;
      });
  }, askEvery).unref();

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
