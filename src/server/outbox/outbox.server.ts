import { type SQL, sql } from "drizzle-orm";
import { seconds } from "#kit/format.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    outbox: Outbox;
  }
}

export type Message = { id: string; recipient: string; body: Record<string, unknown> };

/** `keepsBody`: the row is the only copy of the message, and is not cleared. */
export type Delivered = { providerId: string; keepsBody?: boolean };

/**
 * Delivers one kind of message. It may be called again with the same id after a crash, and passes the id on for deduplication.
 * @throws {Undeliverable} when it is certain that nothing was or will be sent
 * @throws {RetryLater} when it is certain that this attempt sent nothing
 */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<Delivered>;

/** The delivery status of an accepted message; `reason` is the provider's code. */
export type DeliveryStatus = { state: "pending" } | { state: "delivered" } | { state: "undelivered"; reason: string };
export type SentMessage = { recipient: string; providerId: string; sentAt: string };
/** Queries the delivery status of a message. */
export type QueryStatus = (sent: SentMessage, signal: AbortSignal) => Promise<DeliveryStatus>;

/** A recipient that was refused for good; `reason` is the provider's code. */
export type RefusedRecipient = { recipient: string; reason: string };

/**
 * How one kind of message is sent, and how its delivery status is queried, if that is possible (delivery-reports.server.ts). `noteRefused`: called in the
 * transaction that ends a message whose recipient was refused.
 */
export type DeliveryChannel = {
  deliver: Deliver;
  queryStatus?: QueryStatus;
  noteRefused?: (tx: Tx, refused: RefusedRecipient) => Promise<void>;
};
export type DeliveryChannels = Readonly<Record<string, DeliveryChannel>>;

/**
 * A definite refusal; the error's message is the provider's code. After any other failure the message may have been sent nevertheless, and is retried
 * with the same id.
 */
export class Undeliverable extends Error {}

/** A definite refusal of the recipient: no message to the same address would be delivered. */
export class RecipientRefused extends Undeliverable {}

/** The message was not sent, and has to wait `pause` seconds. This does not count as an attempt. */
export class RetryLater extends Error {
  /** Seconds. */
  readonly pause: number;
  constructor(message: string, pause: number) {
    super(message);
    this.pause = pause;
  }
}

/** `delayed`: not sent yet, but a later attempt may send it. */
export type Outcome = "sent" | "refused" | "delayed";

/** Events of messages, for counters. */
export type MessageEvent = "sent" | "failed" | "refused" | "givenUp" | "delivered" | "undelivered";
/** Counts an event of a message of this kind. `reason`: why an attempt failed. */
export type CountMessage = (kind: string, event: MessageEvent, reason?: string) => void;

export type NewMessage = {
  kind: string;
  /** The template; stays in the row when the body is erased. */
  topic: string;
  recipient: string;
  body: Record<string, unknown>;
  /** Seconds after which the message is useless and is not sent any more. */
  lifeSeconds?: number;
  /** The space and the member that limits count it for. */
  spaceId?: string;
  memberId?: string;
};

export type Outbox = {
  /** Queues a message in the caller's transaction: no commit, no message. Returns its id. */
  add: (tx: Tx, message: NewMessage) => Promise<string>;
  /** Waits for the outcome of a message that was just committed; `delayed` after `timeout` ms. */
  waitForOutcome: (id: string, timeout: number) => Promise<Outcome>;
  stop: () => Promise<void>;
};

/** The time for which other processes do not claim a message during its first attempt; longer for later ones. */
const lease = "30 seconds";
const sendTimeout = seconds(10);
export const maxTries = 5;
const maxConcurrency = 20;
const pollInterval = seconds(5);
/** Seconds from a failed attempt to the next one. All five attempts are within the five minutes for which a code is valid. */
const pauseAfter = (tries: number) => 5 * 3 ** (tries - 1);
/** Delay of the first query for the delivery status. */
const firstQueryDelay = "20 seconds";

type ClaimedMessage = Message & { kind: string; tries: number };

/** Claims messages that are due, for one attempt. */
function claimDue(tx: Tx, limit: number): Promise<ClaimedMessage[]> {
  return tx.rows<ClaimedMessage>(sql`
    update outbox set tries = tries + 1, due_at = now() + ${lease}::interval * (tries + 1)
    where id in (select id from outbox where sent_at is null and failed_at is null and due_at <= now() and tries < ${maxTries}
      and (expires_at is null or expires_at > now()) order by due_at limit ${limit} for update skip locked)
    returning id, kind, recipient, body, tries`);
}

/** Limits the time of one attempt; the promise of an adapter that ignores the signal is abandoned. */
export function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(sendTimeout);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work(signal).then(resolve, reject);
  });
}

/** The part of an error that may be logged: it has no content of messages, and no URL with keys. */
export function errorSummary(error: unknown): { reason: string; cause?: string } {
  if (!(error instanceof Error)) return { reason: "unknown" };
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return { reason: error.message.slice(0, 200), ...(typeof code === "string" ? { cause: code } : {}) };
}

type Dependencies = { database: Database; channels: DeliveryChannels; log: Logger; countMessage: CountMessage };

/** Sends the messages of the outbox, after each commit and every five seconds. Several processes share the work. */
export function createOutbox({ database, channels, log, countMessage }: Dependencies): Outbox {
  const waiting = new Map<string, (outcome: Outcome) => void>();
  const sending = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  let hasMore = false;
  let isStopping = false;

  const change = (query: SQL) => database.system((tx) => tx.rows(query));
  // The body of a sent message is erased, because it may contain a code.
  function markSent({ id, kind }: ClaimedMessage, { providerId, keepsBody = false }: Delivered) {
    const delay = channels[kind]?.queryStatus === undefined ? null : firstQueryDelay;
    return change(sql`update outbox set sent_at = now(), provider_id = ${providerId}, ask_at = now() + ${delay}::interval,
      body = case when ${keepsBody} then body else '{}' end where id = ${id}::uuid`);
  }
  const markFailed = ({ id, kind, recipient }: ClaimedMessage, reason: string, isRecipient: boolean) =>
    database.system(async (tx) => {
      const code = reason.slice(0, 100);
      await tx.rows(sql`update outbox set failed_at = now(), reason = ${code}, body = '{}' where id = ${id}::uuid`);
      if (isRecipient) await channels[kind]?.noteRefused?.(tx, { recipient, reason: code });
    });
  async function reschedule(id: string, { pause, tries }: { pause: number; tries: number }): Promise<void> {
    const due = sql`now() + make_interval(secs => ${pause})`;
    await change(sql`update outbox set tries = ${tries}, due_at = ${due} where id = ${id}::uuid`);
    setTimeout(wake, seconds(pause)).unref();
  }

  async function fail(error: unknown, message: ClaimedMessage): Promise<Outcome> {
    const { id, kind, tries } = message;
    if (error instanceof RetryLater) {
      await reschedule(id, { pause: error.pause, tries: tries - 1 });
      return "delayed";
    }
    const isRefused = error instanceof Undeliverable;
    countMessage(kind, isRefused ? "refused" : "failed", errorSummary(error).reason);
    if (!isRefused && tries < maxTries) {
      log.warn({ ...errorSummary(error), kind, id, tries }, "a message could not be delivered; it is tried again");
      await reschedule(id, { pause: pauseAfter(tries), tries });
      return "delayed";
    }
    log.error({ ...errorSummary(error), kind, id, tries }, "a message was given up");
    if (!isRefused) countMessage(kind, "givenUp");
    await markFailed(message, isRefused ? error.message : "no answer", error instanceof RecipientRefused);
    return isRefused ? "refused" : "delayed";
  }
  async function trySending(claimedMessage: ClaimedMessage): Promise<Outcome> {
    const { kind, tries: _tries, ...message } = claimedMessage;
    let delivered: Delivered;
    try {
      delivered = await withTimeout(async (signal) => {
        const channel = channels[kind];
        if (channel === undefined) throw new Undeliverable(`no channel for ${kind}`);
        return channel.deliver(message, signal);
      });
    } catch (error) {
      return fail(error, claimedMessage);
    }
    countMessage(kind, "sent");
    await markSent(claimedMessage, delivered);
    return "sent";
  }
  async function sendOne(claimedMessage: ClaimedMessage): Promise<void> {
    const outcome = await trySending(claimedMessage).catch((): Outcome => "delayed");
    waiting.get(claimedMessage.id)?.(outcome);
  }
  function start(claimedMessage: ClaimedMessage): void {
    const promise: Promise<void> = sendOne(claimedMessage).finally(() => {
      const wasFull = sending.size >= maxConcurrency;
      sending.delete(promise);
      if (wasFull) wake();
    });
    sending.add(promise);
  }
  async function drain(): Promise<void> {
    while (hasMore && !isStopping && sending.size < maxConcurrency) {
      hasMore = false;
      const claimedMessages = await database.system((tx) => claimDue(tx, maxConcurrency - sending.size));
      for (const message of claimedMessages) start(message);
      hasMore ||= claimedMessages.length > 0;
    }
  }
  function wake(): void {
    hasMore = true;
    running ??= drain()
      .catch((error: unknown) => log.debug({ err: error }, "the outbox cannot be read now"))
      .finally(() => {
        running = undefined;
      });
  }
  /** Reads the outcome from the row, because another process may have sent the message. */
  async function readOutcome(id: string): Promise<Outcome> {
    const read = sql`select case when sent_at is not null then 'sent' when failed_at is not null then 'refused' else 'delayed' end as outcome
      from outbox where id = ${id}::uuid`;
    const rows = await database.system((tx) => tx.rows<{ outcome: Outcome }>(read)).catch(() => []);
    return rows[0]?.outcome ?? "delayed";
  }
  const timer = setInterval(wake, pollInterval);
  timer.unref();

  return {
    async add(tx, { kind, topic, recipient, body, lifeSeconds, spaceId, memberId }) {
      const id = newId();
      const life = lifeSeconds === undefined ? null : `${lifeSeconds} seconds`;
      await tx.rows(sql`insert into outbox (id, kind, topic, recipient, body, expires_at, space_id, member_id)
        values (${id}::uuid, ${kind}, ${topic}, ${recipient}, ${JSON.stringify(body)}::jsonb, now() + ${life}::interval,
          ${spaceId ?? null}::uuid, ${memberId ?? null}::uuid)`);
      tx.afterCommit(wake);
      return id;
    },
    waitForOutcome(id, timeout) {
      return new Promise((resolve) => {
        const settle = (outcome: Outcome) => {
          clearTimeout(limit);
          waiting.delete(id);
          resolve(outcome);
        };
        const limit = setTimeout(() => void readOutcome(id).then(settle), timeout);
        waiting.set(id, settle);
      });
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
      await Promise.allSettled(sending);
    },
  };
}
