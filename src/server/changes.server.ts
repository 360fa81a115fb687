import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "./log.server.ts";

type Listener = (tags: string[]) => void;
export type Changes = { subscribe: (listener: Listener) => () => void; close: () => Promise<void> };

/** ms between two tries to listen again. */
const pause = 500;

/** Listens on one connection of its own for what other transactions changed; says `["*"]` after every gap. */
export function listenForChanges({ connection, channel, log }: { connection: pg.ClientConfig; channel: string; log: Logger }): Changes {
  const listeners = new Set<Listener>();
  const tell = (tags: string[]) => {
    for (const listener of listeners) listener(tags);
  };
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({ ...connection, application_name: "meridian listen", connectionTimeoutMillis: 2000, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", () => resolve());
    });
    await client.connect();
    current = client;
    client.on("notification", ({ payload }) => tell([payload ?? "*"]));
    await client.query(`listen ${channel}`);
    tell(["*"]);
    await lost;
    await client.end().catch(() => undefined);
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error: unknown) => log.debug({ err: error }, "not listening for changes"));
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const listening = listen();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopping.abort();
      await current?.end().catch(() => undefined);
      await listening;
    },
  };
}
