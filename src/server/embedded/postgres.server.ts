/**
 * The database that comes with Meridian: a real PostgreSQL 18 in the data folder, used when DATABASE_URL is not set.
 *
 * The server outlives a killed process on purpose: the next start adopts it with its caches warm. It ends with the
 * last process that stops in order.
 */
import type pg from "pg";
import { type Cluster, type EmbeddedConnection, openCluster } from "./cluster.server.ts";
import { connectOrLaunch, isListening, serverPid, shutDown } from "./postmaster.server.ts";
import type { Logger } from "#server/process/log.server.ts";

export type EmbeddedPostgres = {
  /** Options for `pg.Pool` and `pg.Client`. They stay valid when the server is restarted. */
  readonly connection: EmbeddedConnection;
  /** Process id of the server; changes when it was restarted. */
  readonly pid: number;
  /**
   * Resolves once the server accepts connections, restarting it if it has died. Cheap while it runs, and safe to call from many places and processes
   * at once.
   * @throws Error when it cannot be started, or after `stop()`.
   */
  ensureRunning(): Promise<void>;
  /** From now on restarts the server as soon as it dies. */
  keepRunning(): void;
  /**
   * Releases the server and shuts it down unless another Meridian process uses it. Close your own pools first: their connections do not count. A
   * server that is down is left alone. Does nothing the second time.
   */
  stop(): Promise<void>;
};

/**
 * Every process that uses the server holds this advisory lock (shared) through its presence connection; whoever gets it exclusively is the last one.
 * Of two processes that stop together one gets it.
 */
const presenceLock = "hashtext('meridian'), hashtext('presence')";

/**
 * Starts the embedded server in `<dataFolder>/postgres`, or adopts the one that already runs there, making role and
 * database on the first start.
 * @throws EmbeddedPostgresUnavailable when there is no PostgreSQL for this machine: ask for DATABASE_URL.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  log,
}: {
  dataFolder: string;
  log: Pick<Logger, "warn" | "error">;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataFolder);
  const leavingSignal = new AbortController();
  let presence: Presence | undefined;
  let arriving: Promise<void> | undefined;
  let leaving: Promise<void> | undefined;
  let isHealthy = false;
  let pid = 0;

  async function arrive(): Promise<void> {
    if (presence !== undefined && (await isListening(cluster)) && (await presence.isAnswering())) return;
    const result = await announcePresence(cluster, leavingSignal.signal);
    pid = await serverPid(cluster);
    presence = result;
    // The connection breaks the moment the server dies, which is when to start it again.
    result.client.once("end", () => {
      if (presence !== result || leaving !== undefined || !isHealthy) return;
      log.warn("the embedded PostgreSQL has gone away; starting it again");
      ensureRunning().catch((error: unknown) => log.error({ err: error }, "the embedded PostgreSQL does not start"));
    });
  }

  function ensureRunning(): Promise<void> {
    if (leaving !== undefined) return Promise.reject(new Error("The embedded PostgreSQL was stopped."));
    arriving ??= arrive().finally(() => (arriving = undefined));
    return arriving;
  }

  async function leave(): Promise<void> {
    leavingSignal.abort(new Error("The embedded PostgreSQL was stopped."));
    await arriving?.catch(() => undefined);
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
      isHealthy = true;
    },
    stop: () => (leaving ??= leave()),
  };
}

type Presence = {
  client: pg.Client;
  isAnswering(): Promise<boolean>;
  /** Releases the lock; true when nobody else holds it, so that the server may be stopped. */
  withdraw(): Promise<boolean>;
};

async function announcePresence(cluster: Cluster, cancelled: AbortSignal): Promise<Presence> {
  for (;;) {
    cancelled.throwIfAborted();
    const client = await connectOrLaunch(cluster, cancelled);
    try {
      // Blocks only while another process stops the server. That ends this connection, and the start is repeated.
      await client.query(`select pg_advisory_lock_shared(${presenceLock})`);
      keepsAwake(client, false);
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
  keepsAwake(client, true);
  try {
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    keepsAwake(client, false);
  }
}

async function withdraw(client: pg.Client): Promise<boolean> {
  keepsAwake(client, true);
  try {
    await client.query(`select pg_advisory_unlock_shared(${presenceLock})`);
    const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${presenceLock}) as alone`);
    return rows[0]?.alone === true;
  } catch {
    return false; // the server is gone already
  }
}

/**
 * The idle presence connection must not keep a finished process alive, but a pending query must, or the process would end before the response.
 * (`@types/pg` lacks the two methods.)
 */
function keepsAwake(client: pg.Client, awake: boolean): void {
  const connection = client as pg.Client & { ref(): void; unref(): void };
  if (awake) connection.ref();
  else connection.unref();
}
