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

export type Message = { id: string; recipient: string; body: Record<string, string> };

/** Delivers one kind of message. It may be called again for the same id after a crash, and hands the id on so that the other side can tell. */
export type Deliver = (message: Message) => Promise<void>;

export type Outbox = {
  /** Queues a message in the transaction that wants it sent: no commit, no message. */
  add: (tx: Tx, kind: string, recipient: string, body: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
};

/** Others leave a message alone for this long while one tries; then five tries in all, each later than the last. */
const lease = "30 seconds";
const mostTries = 5;
const lookEvery = seconds(5);

/** Sends what stands in the outbox, after commits and every five seconds; several processes share the work. */
export function createOutbox(database: Database, deliver: Record<string, Deliver>, log: Logger): Outbox {
  let running: Promise<void> | undefined;
  let again = false;

  function take(tx: Tx) {
    return tx.rows<Message & { kind: string }>(sql`
      update outbox set tries = tries + 1, due_at = now() + ${lease}::interval * (tries + 1)
      where id in (select id from outbox where sent_at is null and due_at <= now() and tries < ${mostTries} order by due_at limit 20 for update skip locked)
      returning id, kind, recipient, body`);
  }
  async function sendOne({ kind, ...message }: Message & { kind: string }): Promise<void> {
    try {
      await deliver[kind]!(message);
      // What was sent is not kept: a code in a table is a code that can be read.
      await database.system((tx) => tx.rows(sql`update outbox set sent_at = now(), body = '{}' where id = ${message.id}::uuid`));
    } catch (error) {
      log.warn({ err: error, kind, id: message.id }, "a message could not be delivered; it is tried again");
    }
  }
  async function drain(): Promise<void> {
    do {
      again = false;
      const messages = await database.system(take);
      await Promise.all(messages.map(sendOne));
      again ||= messages.length > 0;
    } while (again);
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
    async add(tx, kind, recipient, body) {
      await tx.rows(sql`insert into outbox (id, kind, recipient, body) values (${newId()}::uuid, ${kind}, ${recipient}, ${JSON.stringify(body)}::jsonb)`);
      tx.afterCommit(wake);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
