import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#server/process/log.server.ts";
import type { Position } from "./position.server.ts";

/** `position`: that of the commit, when this process made the change and has replicas (position.server.ts). */
type Listener = (tags: string[], position?: Position) => void;

/** Handlers of a channel; `onGap` is called when messages may have been missed. */
export type ChannelHandlers = { onMessage: (payload: string) => void; onGap: () => void };

export type Changes = {
  /** Listens on another channel, on the same connection; returns a function that stops listening. */
  listen: (name: string, channel: ChannelHandlers) => Promise<() => Promise<void>>;
  /** Calls `listener` with the tags of every change; returns a function that unsubscribes. */
  subscribe: (listener: Listener) => () => void;
  /** Notifies this process's own listeners; a process does not receive its own announcements. */
  notify: (tags: string[], position?: Position) => void;
  /** SQL that, as part of a transaction, notifies every other process on commit. */
  announcementSql: (tag: string) => string;
  close: () => Promise<void>;
};

/** ms between two attempts to listen again. */
const reconnectDelay = 500;
/** ms between two queries that detect a dead connection. */
const heartbeatInterval = 10_000;
/** ms after which such a query fails. */
const heartbeatTimeout = 5000;

/** Listens for changes by other processes, and on other channels, on a dedicated connection. Listeners get `["*"]` after every gap. */
export function listenForChanges({
  connection,
  channel,
  log,
}: {
  connection: pg.ClientConfig;
  channel: string;
  log: Logger;
}): Changes {
  const processId = crypto.randomUUID();
  const listeners = new Set<Listener>();
  const channels = new Map<string, ChannelHandlers>();
  function notifyListeners(tags: string[], position?: Position): void {
    for (const listener of listeners) {
      try {
        listener(tags, position);
      } catch (error) {
        log.error({ err: error, tags }, "a listener for changes failed");
      }
    }
  }
  const stopping = new AbortController();
  let currentClient: pg.Client | undefined;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...connection,
      application_name: "meridian listen",
      connectionTimeoutMillis: 2000,
      query_timeout: heartbeatTimeout,
      keepAlive: true,
    });
    const connectionLost = new Promise<void>((resolve) => {
      // A lost connection may report several errors, and one without a listener would end the process.
      client.on("error", () => resolve());
      client.once("end", () => resolve());
    });
    await client.connect();
    // `close` could not end this connection while it was opened.
    if (stopping.signal.aborted) return client.end();
    currentClient = client;
    client.on("notification", ({ channel: name, payload = "" }) => {
      if (name !== channel) return channels.get(name)?.onMessage(payload);
      const senderId = payload.slice(0, processId.length);
      if (senderId !== processId) notifyListeners([payload.slice(processId.length + 1)]);
    });
    const heartbeat = setInterval(
      () => void client.query("select 1").catch(() => client.end().catch(() => undefined)),
      heartbeatInterval,
    );
    heartbeat.unref();
    try {
      for (const name of [channel, ...channels.keys()]) await client.query(`listen ${pg.escapeIdentifier(name)}`);
      notifyListeners(["*"]);
      for (const { onGap } of channels.values()) onGap();
      await connectionLost;
    } finally {
      clearInterval(heartbeat);
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
    async listen(name, handlers) {
      channels.set(name, handlers);
      // Without a connection there is nothing to do here: the next connection listens on all channels.
      await currentClient?.query(`listen ${pg.escapeIdentifier(name)}`).catch(() => undefined);
      return async () => {
        channels.delete(name);
        await currentClient?.query(`unlisten ${pg.escapeIdentifier(name)}`).catch(() => undefined);
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: notifyListeners,
    announcementSql: (tag) =>
      `select pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(`${processId}:${tag}`)})`,
    async close() {
      stopping.abort();
      await currentClient?.end().catch(() => undefined);
      await listening;
    },
  };
}
