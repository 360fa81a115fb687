import { sql } from "drizzle-orm";
import { seconds } from "#kit/format.ts";
import type { Database, Tx } from "./database.server.ts";
import { newId } from "./id.server.ts";
import type { Logger } from "./log.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    outbox: Outbox;
  }
}

export type Message = { id: string; recipient: string; body: Record<string, unknown> };

/** `keepsBody`: the row is all there is of the message, and keeps saying what it said. */
export type Delivered = { providerId: string; keepsBody?: boolean };

/**
 * Delivers one kind of message. It may be called again for the same id after a crash, and hands the id on so that the other side can tell.
 * @throws {Undeliverable} when it is certain that nothing was sent and never will be
 */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<Delivered>;

/** A definite refusal; every other failure may have sent the message after all, and is tried again under the same id. */
export class Undeliverable extends Error {}

/** `delayed`: it was not sent at once, and is tried again. */
export type Outcome = "sent" | "refused" | "delayed";

export type NewMessage = {
  kind: string;
  recipient: string;
  body: Record<string, unknown>;
  /** After so many seconds it is of no use to anybody and is not sent any more. */
  lifeSeconds?: number;
};

export type Outbox = {
  /** Queues a message in the transaction that wants it sent: no commit, no message. Gives its id. */
  add: (tx: Tx, message: NewMessage) => Promise<string>;
  /** What became of a message just committed, `delayed` when that takes longer than `patience` ms. */
  outcome: (id: string, patience: number) => Promise<Outcome>;
  stop: () => Promise<void>;
};

/** Others leave a message alone for this long while one tries; then five tries in all, each later than the last. */
const lease = "30 seconds";
const tryFor = seconds(10);
const mostTries = 5;
const mostAtOnce = 20;
const lookEvery = seconds(5);

type Taken = Message & { kind: string; tries: number };

function take(tx: Tx, room: number): Promise<Taken[]> {
  return tx.rows<Taken>(sql`
    update outbox set tries = tries + 1, due_at = now() + ${lease}::interval * (tries + 1)
    where id in (select id from outbox where sent_at is null and failed_at is null and due_at <= now() and tries < ${mostTries}
      and (expires_at is null or expires_at > now()) order by due_at limit ${room} for update skip locked)
    returning id, kind, recipient, body, tries`);
}

/** Within the time of one try; an adapter that ignores the signal is left alone with its promise. */
function within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(tryFor);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work(signal).then(resolve, reject);
  });
}

/** Sends what stands in the outbox, after commits and every five seconds; several processes share the work. */
export function createOutbox(database: Database, deliver: Readonly<Record<string, Deliver>>, log: Logger): Outbox {
  const waiting = new Map<string, (outcome: Outcome) => void>();
  const sending = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  let again = false;
  let isStopping = false;

  // What was sent is not kept: a code in a table is a code that can be read.
  const markSent = (id: string, { providerId, keepsBody = false }: Delivered) =>
    database.system((tx) =>
      tx.rows(
        sql`update outbox set sent_at = now(), provider_id = ${providerId}, body = case when ${keepsBody} then body else '{}' end where id = ${id}::uuid`,
      ),
    );
  const giveUp = (id: string) =>
    database.system((tx) => tx.rows(sql`update outbox set failed_at = now(), body = '{}' where id = ${id}::uuid`));

  async function fail(error: unknown, { id, kind, tries }: Taken): Promise<Outcome> {
    const isRefused = error instanceof Undeliverable;
    if (!isRefused && tries < mostTries) {
      log.warn({ err: error, kind, id }, "a message could not be delivered; it is tried again");
      return "delayed";
    }
    log.error({ err: error, kind, id, tries }, "a message was given up");
    await giveUp(id);
    return isRefused ? "refused" : "delayed";
  }
  async function trySending(taken: Taken): Promise<Outcome> {
    const { kind, tries: _tries, ...message } = taken;
    try {
      const delivered = await within(async (signal) => {
        const way = deliver[kind];
        if (way === undefined) throw new Undeliverable(`There is no way to deliver ${kind}.`);
        return way(message, signal);
      });
      await markSent(message.id, delivered);
      return "sent";
    } catch (error) {
      return fail(error, taken);
    }
  }
  async function sendOne(taken: Taken): Promise<void> {
    const outcome = await trySending(taken).catch((): Outcome => "delayed");
    waiting.get(taken.id)?.(outcome);
  }
  function start(taken: Taken): void {
    const one: Promise<void> = sendOne(taken).finally(() => {
      const wasFull = sending.size >= mostAtOnce;
      sending.delete(one);
      if (wasFull) wake();
    });
    sending.add(one);
  }
  async function drain(): Promise<void> {
    while (again && !isStopping && sending.size < mostAtOnce) {
      again = false;
      const taken = await database.system((tx) => take(tx, mostAtOnce - sending.size));
      for (const message of taken) start(message);
      again ||= taken.length > 0;
    }
  }
  function wake(): void {
    again = true;
    running ??= drain()
      .catch((error: unknown) => log.debug({ err: error }, "the outbox cannot be read now"))
      .finally(() => {
        running = undefined;
      });
  }
  const timer = setInterval(wake, lookEvery);
  timer.unref();

  return {
    async add(tx, { kind, recipient, body, lifeSeconds }) {
      const id = newId();
      const life = lifeSeconds === undefined ? null : `${lifeSeconds} seconds`;
      await tx.rows(sql`insert into outbox (id, kind, recipient, body, expires_at)
        values (${id}::uuid, ${kind}, ${recipient}, ${JSON.stringify(body)}::jsonb, now() + ${life}::interval)`);
      tx.afterCommit(wake);
      return id;
    },
    outcome(id, patience) {
      return new Promise((resolve) => {
        const timeout = setTimeout(() => settle("delayed"), patience);
        const settle = (outcome: Outcome) => {
          clearTimeout(timeout);
          waiting.delete(id);
          resolve(outcome);
        };
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
