/**
 * The database that is part of Meridian: a PostgreSQL 18 in the data folder, used when DATABASE_URL is not set.
 *
 * The server outlives a killed process on purpose: the next process uses it with its caches warm. The last process that stops gracefully stops the
 * server.
 */
import type pg from "pg";
import { type Cluster, type EmbeddedConnection, openCluster } from "./cluster.server.ts";
import { connectOrLaunch, isListening, readServerPid, shutDown } from "./postmaster.server.ts";
import type { Logger } from "#server/process/log.server.ts";

export type EmbeddedPostgres = {
  /** Options for `pg.Pool` and `pg.Client`. They stay valid when the server is restarted. */
  readonly connection: EmbeddedConnection;
  /** Process id of the server; changes when it was restarted. */
  readonly pid: number;
  /**
   * Resolves once the server accepts connections, restarting it if it has died. Cheap while it runs, and safe to call concurrently, also from several
   * processes.
   * @throws Error when it cannot be started, or after `stop()`.
   */
  ensureRunning(): Promise<void>;
  /** After this call, the server is restarted as soon as it dies. */
  keepRunning(): void;
  /**
   * Shuts the server down unless another Meridian process uses it. Close your own pools first: their connections do not keep the server running. Does
   * nothing when the server is down or `stop` was called before.
   */
  stop(): Promise<void>;
};

/**
 * The keys of an advisory lock. Every process that uses the server holds it as a shared lock on its presence connection. A process that stops and
 * gets it exclusively is the last one; of two processes that stop together, one gets it.
 */
const presenceLock = "hashtext('meridian'), hashtext('presence')";

/**
 * Starts the embedded server in `<dataFolder>/postgres`, or uses the one that already runs there. The first start creates the role and the database.
 * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run on this machine.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  log,
}: {
  dataFolder: string;
  log: Pick<Logger, "warn" | "error">;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataFolder);
  const stopController = new AbortController();
  let presence: Presence | undefined;
  let connecting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let isKeptRunning = false;
  let pid = 0;

  async function connect(): Promise<void> {
    if (presence !== undefined && (await isListening(cluster)) && (await presence.isAnswering())) return;
    const newPresence = await openPresence(cluster, stopController.signal);
    pid = await readServerPid(cluster);
    presence = newPresence;
    // The connection ends when the server dies.
    newPresence.client.once("end", () => {
      if (presence !== newPresence || stopping !== undefined || !isKeptRunning) return;
      log.warn("the embedded PostgreSQL has gone away; starting it again");
      ensureRunning().catch((error: unknown) => log.error({ err: error }, "the embedded PostgreSQL does not start"));
    });
  }

  function ensureRunning(): Promise<void> {
    if (stopping !== undefined) return Promise.reject(new Error("The embedded PostgreSQL was stopped."));
    connecting ??= connect().finally(() => (connecting = undefined));
    return connecting;
  }

  async function stopOnce(): Promise<void> {
    stopController.abort(new Error("The embedded PostgreSQL was stopped."));
    await connecting?.catch(() => undefined);
    if (presence !== undefined && (await presence.withdraw())) await shutDown(cluster);
    await presence?.client.end().catch(() => undefined);
  }

  await ensureRunning();
  return {
    connection: cluster.connection,
    get pid() {
      return pid;
    },
    ensureRunning,
    keepRunning() {
      isKeptRunning = true;
    },
    stop: () => (stopping ??= stopOnce()),
  };
}

/** The connection of this process that holds `presenceLock`. */
type Presence = {
  client: pg.Client;
  isAnswering(): Promise<boolean>;
  /** Releases the lock; true when no other process holds it, so that the server may be stopped. */
  withdraw(): Promise<boolean>;
};

async function openPresence(cluster: Cluster, cancelled: AbortSignal): Promise<Presence> {
  for (;;) {
    cancelled.throwIfAborted();
    const client = await connectOrLaunch(cluster, cancelled);
    try {
      // Waits only while another process stops the server, which ends this connection: the loop then starts the server again.
      await client.query(`select pg_advisory_lock_shared(${presenceLock})`);
      setKeepAlive(client, false);
      return {
        client,
        isAnswering: () => isAnswering(client),
        withdraw: () => withdraw(client),
      };
    } catch {
      await client.end().catch(() => undefined);
    }
  }
}

async function isAnswering(client: pg.Client): Promise<boolean> {
  setKeepAlive(client, true);
  try {
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    setKeepAlive(client, false);
  }
}

async function withdraw(client: pg.Client): Promise<boolean> {
  setKeepAlive(client, true);
  try {
    await client.query(`select pg_advisory_unlock_shared(${presenceLock})`);
    const { rows } = await client.query<{ isLast: boolean }>(
      `select pg_try_advisory_lock(${presenceLock}) as "isLast"`,
    );
    return rows[0]?.isLast === true;
  } catch {
    // The server is down already.
    return false;
  }
}

/**
 * Sets whether the connection keeps this process alive. An idle presence connection must not, but one with a pending query must, or the process would
 * end before the response. (`@types/pg` lacks the two methods.)
 */
function setKeepAlive(client: pg.Client, isKeptAlive: boolean): void {
  const connection = client as pg.Client & { ref(): void; unref(): void };
  if (isKeptAlive) connection.ref();
  else connection.unref();
}
