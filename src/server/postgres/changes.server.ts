import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#server/process/log.server.ts";

type Listener = (tags: string[]) => void;

/** Handlers of a channel; `onGap` is called when messages may have been missed. */
export type Channel = { onMessage: (payload: string) => void; onGap: () => void };

export type Changes = {
  /** Listens on a further channel, on the same connection; returns a function that stops it. */
  listen: (name: string, channel: Channel) => Promise<() => Promise<void>>;
  subscribe: (listener: Listener) => () => void;
  /** Notifies this process's own listeners; a process does not receive its own announcements. */
  notify: (tags: string[]) => void;
  /** SQL that, as part of a transaction, notifies every other process on commit. */
  announcement: (tag: string) => string;
  close: () => Promise<void>;
};

/** ms between two attempts to listen again. */
const reconnectDelay = 500;
/** ms between keep-alive queries, and their timeout: a connection can die silently. */
const heartbeatInterval = 10_000;
const keepAliveTimeout = 5000;

/** Listens for changes by other processes, and for other channels, on a dedicated connection; reports `["*"]` after every gap. */
export function listenForChanges({
  connection,
  channel,
  log,
}: {
  connection: pg.ClientConfig;
  channel: string;
  log: Logger;
}): Changes {
  const self = crypto.randomUUID();
  const listeners = new Set<Listener>();
  const channels = new Map<string, Channel>();
  function notifyListeners(tags: string[]): void {
    for (const listener of listeners) {
      try {
        listener(tags);
      } catch (error) {
        log.error({ err: error, tags }, "a listener for changes failed");
      }
    }
  }
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...connection,
      application_name: "meridian listen",
      connectionTimeoutMillis: 2000,
      query_timeout: keepAliveTimeout,
      keepAlive: true,
    });
    const connectionLost = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", () => resolve());
    });
    await client.connect();
    current = client;
    client.on("notification", ({ channel: name, payload = "" }) => {
      if (name !== channel) return channels.get(name)?.onMessage(payload);
      const from = payload.slice(0, self.length);
      if (from !== self) notifyListeners([payload.slice(self.length + 1)]);
    });
    const beat = setInterval(
      () => void client.query("select 1").catch(() => client.end().catch(() => undefined)),
      heartbeatInterval,
    );
    beat.unref();
    try {
      for (const name of [channel, ...channels.keys()]) await client.query(`listen ${pg.escapeIdentifier(name)}`);
      notifyListeners(["*"]);
      for (const { onGap } of channels.values()) onGap();
      await connectionLost;
    } finally {
      clearInterval(beat);
      await client.end().catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error: unknown) => log.debug({ err: error }, "not listening for changes"));
      await wait(reconnectDelay, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const listening = listen();

  return {
    async listen(name, further) {
      channels.set(name, further);
      // Without a connection, the next one will listen.
      await current?.query(`listen ${pg.escapeIdentifier(name)}`).catch(() => undefined);
      return async () => {
        channels.delete(name);
        await current?.query(`unlisten ${pg.escapeIdentifier(name)}`).catch(() => undefined);
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: notifyListeners,
    announcement: (tag) => `select pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(`${self}:${tag}`)})`,
    async close() {
      stopping.abort();
      await current?.end().catch(() => undefined);
      await listening;
    },
  };
}
