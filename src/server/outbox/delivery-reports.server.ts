import { sql } from "drizzle-orm";
import { seconds } from "#kit/format.ts";
import type { Database } from "#server/postgres/database.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import {
  type DeliveryStatus,
  errorSummary,
  type CountMessage,
  type SentMessage,
  type DeliveryChannels,
  withTimeout,
} from "./outbox.server.ts";

/** Delays between the queries for a pending message, as a PostgreSQL array; after the last one, the status is not queried again. */
const retryDelays = "{1 minute,5 minutes,30 minutes,3 hours,12 hours}";
const maxConcurrency = 20;
const pollInterval = seconds(5);

type DueReport = SentMessage & { id: string; kind: string };

/** Queries the delivery status of sent messages until it is final. `stop` waits for the current queries. */
export function pollDeliveryReports({
  database,
  channels,
  log,
  countMessage,
}: {
  database: Database;
  channels: DeliveryChannels;
  log: Logger;
  countMessage: CountMessage;
}): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined;

  const claimDue = () =>
    database.system((tx) =>
      tx.rows<DueReport>(sql`
        update outbox set asked = asked + 1, ask_at = now() + (${retryDelays}::text[])[asked + 1]::interval
        where id in (select id from outbox where ask_at <= now() order by ask_at limit ${maxConcurrency} for update skip locked)
        returning id, kind, recipient, provider_id as "providerId", sent_at as "sentAt"`),
    );
  async function storeStatus(id: string, kind: string, status: DeliveryStatus): Promise<void> {
    if (status.state === "pending") return;
    countMessage(kind, status.state);
    const isDelivered = status.state === "delivered";
    const reason = isDelivered ? null : status.reason.slice(0, 100);
    await database.system((tx) =>
      tx.rows(sql`update outbox set ask_at = null, delivered_at = case when ${isDelivered} then now() end,
        undelivered_at = case when ${isDelivered} then null else now() end, reason = ${reason} where id = ${id}::uuid`),
    );
  }
  async function updateStatus({ id, kind, ...sent }: DueReport): Promise<void> {
    const queryStatus = channels[kind]?.queryStatus;
    if (queryStatus === undefined) return;
    try {
      await storeStatus(id, kind, await withTimeout((signal) => queryStatus(sent, signal)));
    } catch (error) {
      log.debug({ ...errorSummary(error), kind, id }, "the delivery status of a message could not be queried");
    }
  }
  const round = async () => void (await Promise.all((await claimDue()).map(updateStatus)));
  const timer = setInterval(() => {
    running ??= round()
      .catch((error: unknown) => log.debug({ err: error }, "the outbox cannot be read now"))
      .finally(() => {
        running = undefined;
      });
  }, pollInterval).unref();

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
