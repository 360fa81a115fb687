import { setTimeout as wait } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { Problem } from "#kit/problem.ts";
import { type ChannelHandlers, listenForChanges } from "./changes.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { createFloors } from "./floors.server.ts";
import { setTypeParsers } from "./parsers.server.ts";
import { createPoolReader, openPool, rowsOf } from "./pool.server.ts";
import { currentPositionSql, currentScope, noteWrite, type Position } from "./position.server.ts";
import { openReplicas, type ReplicaFigures } from "./replicas.server.ts";
import { sessionSetup, setTenantSql } from "./session-setup.server.ts";
import { asPgError, sqlErrorKind } from "./sql-error.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    database: Database;
  }
}

/** Runs one statement written with drizzle's `sql` template. */
export type Read = <R>(query: SQL) => Promise<R[]>;

/** Runs SQL text, one statement or several; `values` are the parameters `$1`, `$2`... of one statement. */
export type Execute = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** A running transaction. */
export type Tx = {
  /** Drizzle on this transaction's connection, for the tables of `server/schema`. */
  db: NodePgDatabase;
  /** Runs SQL written with drizzle's `sql` template; prepared once per text and connection. */
  rows: Read;
  /** Runs SQL text of libraries. */
  execute: Execute;
  /**
   * Runs `work` in the same transaction, but for rows of another tenant only: row security applies to both sides of an operation between two spaces.
   * No other query of the transaction may run meanwhile.
   */
  inSpace: <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;
  /** Locks a name until the transaction ends: other transactions that lock the same name wait. */
  lock: (name: string) => Promise<void>;
  /** Runs `work`, each statement of which waits for a lock for at most `ms`: then it fails, and `sqlErrorKind` calls the error "locked". */
  limitWaits: (ms: number, work: () => Promise<unknown>) => Promise<void>;
  /** Registers a callback that runs after the commit, never after a rollback: for sending messages and invalidating caches. */
  afterCommit: (callback: () => void) => void;
  /** Notifies every process, when this transaction commits, that data under `tag` is outdated. */
  notifyChanged: (tag: string) => Promise<void>;
};

/** Connections in use, the most there may be, and statements that wait for one. */
export type ConnectionFigures = { used: number; max: number; waiting: number };

/**
 * `tenant`, `read` and `system` retry conflicts, and throw a `Problem`: `unavailable` when the database is down or overloaded, `conflict` when another
 * transaction holds a lock for which the caller does not wait.
 */
export type Database = {
  /** Runs `run` in a transaction that sees rows of one tenant only, which row security enforces. */
  tenant: <T>(tenantId: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Whether several connections are in use, or were a moment ago, so that a parallel statement would only delay others. */
  isBusy: () => boolean;
  /** Runs one statement that reads one tenant's rows (`*`: all tenants), without a transaction: a third of the messages of `tenant`. */
  read: <R>(tenantId: string, query: SQL) => Promise<R[]>;
  /**
   * Like `read`, for rows that are only shown. In a request that changes nothing a replica may answer, if it has all that the person wrote and all that
   * this process was told of; else the primary does.
   */
  readForDisplay: <R>(tenantId: string, query: SQL) => Promise<R[]>;
  /** The position of the primary; undefined without replicas. */
  position: () => Promise<Position | undefined>;
  /** The connections of this process to the primary. */
  connections: () => ConnectionFigures;
  /** Undefined without replicas. */
  replicaFigures: (() => ReplicaFigures) | undefined;
  /** Runs `run` in a transaction over the tables of no tenant (account, session, tenant, outbox) and, for trusted jobs, over all tenants. */
  system: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Calls `listener` with the tags of every committed change, in any process; `["*"]` when some may have been missed. */
  onChanged: (listener: (tags: string[]) => void) => () => void;
  /** Runs SQL text of libraries, over tables without a tenant; a text may be a whole transaction. */
  execute: Execute;
  /** Listens on a channel of PostgreSQL; returns a function that stops listening. */
  listen: (channel: string, handlers: ChannelHandlers) => Promise<() => Promise<void>>;
  /** @throws {Problem} unavailable */
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

/** ms that a statement may run; a request waits two fifths of that for a free connection. */
const defaultTimeout = 5000;
/** The number of used and awaited connections from which the database counts as busy: its server has few processors. */
const busyThreshold = 4;
/** ms for which the database still counts as busy afterwards: requests arrive in waves, and it would look idle between two of them. */
const busyWindow = 250;
/** Attempts for a transaction that conflicts with others. */
const maxAttempts = 4;
/** Maximum ms before the first retry; twice and three times as long before the next ones. */
const retryDelay = 50;

/** The error of statements after one that failed, in the same transaction. */
const abortedCode = "25P02";

export const changeChannel = "meridian_changed";

const unavailable = new Problem(
  "unavailable",
  { zh: "服务暂时不可用，请稍后重试", en: "The service is temporarily unavailable. Try again later." },
  { retryAfter: 2 },
);

const locked = new Problem("conflict", {
  zh: "数据正在更新，请稍后重试",
  en: "This data is being updated. Try again in a moment.",
});

setTypeParsers();

/** Runs SQL text. Without parameters it may contain several statements, such as a transaction; the rows of all of them are returned together. */
async function executeText(client: pg.PoolClient, text: string, values?: unknown[]) {
  const results = await client.query<Record<string, unknown>>(
    values === undefined || values.length === 0 ? { text } : { text, values },
  );
  return { rows: [results].flat().flatMap(({ rows }) => rows) };
}

/** What a transaction collects: callbacks and tags for its commit, and the error of the statement that failed first, which the later ones follow. */
type Effects = { callbacks: (() => void)[]; tags: Set<string>; firstError?: unknown };

function createTx(client: pg.PoolClient, tenantId: string, effects: Effects): Tx {
  let db: NodePgDatabase | undefined;
  const { callbacks, tags } = effects;
  return {
    get db() {
      db ??= drizzle({ client });
      return db;
    },
    async rows<R>(query: SQL) {
      try {
        return await rowsOf<R>(client, query);
      } catch (error) {
        effects.firstError ??= error;
        throw error;
      }
    },
    execute: (text, values) => executeText(client, text, values),
    async inSpace(otherTenantId, work) {
      await client.query(setTenantSql(otherTenantId, "local"));
      const restore = () => client.query(setTenantSql(tenantId, "local"));
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work();
      } catch (error) {
        // After a failed statement `restore` fails too; the transaction is rolled back anyway.
        await restore().catch(() => {});
        throw error;
      }
      // If this fails, the transaction fails: no further statement may run as the other tenant.
      await restore();
      return result;
    },
    async lock(name) {
      await rowsOf(client, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },
    async limitWaits(ms, work) {
      await client.query(`set local lock_timeout = ${Math.ceil(ms)}`);
      await work();
      await client.query("set local lock_timeout = 0");
    },
    afterCommit: (callback) => void callbacks.push(callback),
    async notifyChanged(tag) {
      tags.add(tag);
    },
  };
}

/**
 * Opens the connection pool and the connection that listens for changes.
 * @param options.timeout ms that a statement may run
 * @throws when the database user may not be used (see `setupSql` in session-setup.server.ts)
 */
export async function openDatabase({
  connection,
  listenConnection,
  replicas: { connections: replicaConnections, maxLag } = { connections: [], maxLag: 0 },
  log,
  timeout = defaultTimeout,
}: {
  connection: pg.PoolConfig;
  /** Where it listens, if a pooler in transaction mode is at `connection`: then no transaction relies on settings of a session. */
  listenConnection?: pg.ClientConfig | undefined;
  /** Streaming replicas, which may answer `readForDisplay` unless they are more than `maxLag` ms behind; with poolers of the same kind as the primary's. */
  replicas?: { connections: readonly pg.PoolConfig[]; maxLag: number };
  log: Logger;
  timeout?: number;
}): Promise<Database> {
  const session = sessionSetup(listenConnection !== undefined, timeout);
  const open = (address: pg.PoolConfig) => openPool({ connection: address, session, timeout, log });
  const pool = open(connection);
  const reader = createPoolReader(pool, session);
  await pool.query(session.isLasting ? "select 1" : `${session.beginSql("*")}; commit`);
  const changes = listenForChanges({ connection: listenConnection ?? connection, channel: changeChannel, log });

  async function readPosition(): Promise<Position> {
    const { rows } = await pool.query<{ position: Position }>(currentPositionSql);
    return rows[0]!.position;
  }
  const floors = createFloors(readPosition);
  // The first listener, so that nobody caches anything before the floors are raised.
  if (replicaConnections.length > 0) changes.subscribe(floors.raise);
  const replicas =
    replicaConnections.length === 0
      ? undefined
      : await openReplicas({
          connections: replicaConnections,
          maxLag,
          openPool: open,
          session,
          floors,
          readPosition,
          log,
        });

  /** Commits, and returns the position after the commit if there are replicas and the transaction wrote something. */
  async function commit(client: pg.PoolClient, tags: Set<string>): Promise<Position | undefined> {
    const announcements = [...tags].map(changes.announcementSql);
    const text =
      replicas === undefined
        ? [...announcements, "commit"]
        : [
            ...announcements,
            "select pg_current_xact_id_if_assigned() is not null as wrote",
            "commit",
            currentPositionSql,
          ];
    const results = [await client.query(text.join("; "))].flat() as pg.QueryResult<Record<string, unknown>>[];
    const [wrote, committed, position] = replicas === undefined ? [undefined, results.at(-1)] : results.slice(-3);
    // After a failed statement whose error was caught, `commit` succeeds but rolls back: this must not count as a commit.
    if (committed?.command !== "COMMIT")
      throw new Error("The transaction was rolled back: a statement in it had failed unnoticed.");
    return wrote?.rows[0]?.wrote === true || tags.size > 0 ? (position?.rows[0]?.position as Position) : undefined;
  }

  let busyUntil = 0;

  /** Runs SQL text. After an error, a transaction that the text had opened is rolled back before the connection is released. */
  async function execute(text: string, values?: unknown[]) {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await executeText(client, text, values);
    } catch (error) {
      isLost = await client.query("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  async function transact<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const effects: Effects = { callbacks: [], tags: new Set() };
    let isLost = false;
    let result: T;
    let position: Position | undefined;
    try {
      const begin = client.query(session.beginSql(tenantId));
      // Awaited after the work, to save a round trip: when `begin` fails, the first statement of the work fails too.
      begin.catch(() => {});
      // Without a pipeline there is no trip to save, and the driver no longer wants queries to wait in it.
      if (!session.isLasting) await begin;
      result = await work(createTx(client, tenantId, effects));
      await begin;
      position = await commit(client, effects.tags);
    } catch (caught) {
      // Of several statements that were sent together, a later one may be the first whose error gets here.
      const error = asPgError(caught).code === abortedCode ? (effects.firstError ?? caught) : caught;
      isLost =
        sqlErrorKind(error) === "lost" ||
        !(await client.query("rollback").then(
          () => true,
          () => false,
        ));
      throw error;
    } finally {
      client.release(isLost);
    }
    if (position !== undefined) noteWrite(position);
    runAfterCommit([...effects.tags], effects.callbacks, position);
    return result;
  }

  /** Announces the tags and runs the callbacks. The commit cannot be undone, so errors are logged and never thrown. */
  function runAfterCommit(tags: string[], callbacks: (() => void)[], position: Position | undefined): void {
    changes.notify(tags, position);
    for (const callback of callbacks) {
      try {
        callback();
      } catch (error) {
        log.error({ err: error }, "a step after a commit failed");
      }
    }
  }

  async function withRetries<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (error instanceof Problem) throw error;
        const kind = sqlErrorKind(error);
        if (kind === "lost" || kind === "busy") {
          log.warn({ err: error }, "the database is not available");
          throw unavailable;
        }
        if (kind === "locked" && attempt === maxAttempts) throw locked;
        if ((kind !== "retry" && kind !== "locked") || attempt === maxAttempts) throw error;
        // Without a random pause, the loser of a deadlock may lock its first row again before the winner has it.
        await wait(Math.random() * retryDelay * attempt);
      }
    }
  }

  const read = <R>(tenantId: string, query: SQL) => withRetries(() => reader.read<R>(tenantId, query));
  const pools = [pool, ...(replicas?.pools ?? [])];
  const connectionsInUse = () =>
    pools.reduce((sum, { totalCount, idleCount, waitingCount }) => sum + totalCount - idleCount + waitingCount, 0);

  return {
    tenant: (tenantId, work) => withRetries(() => transact(tenantId, work)),
    read,
    async readForDisplay<R>(tenantId: string, query: SQL) {
      if (replicas === undefined || currentScope()?.mayUseReplica !== true || tenantId === "*")
        return read<R>(tenantId, query);
      return (await withRetries(() => replicas.read<R>(tenantId, query))) ?? read<R>(tenantId, query);
    },
    position: async () => (replicas === undefined ? undefined : readPosition()),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      max: pool.options.max,
      waiting: pool.waitingCount,
    }),
    replicaFigures: replicas?.figures,
    system: (work) => withRetries(() => transact("*", work)),
    isBusy() {
      const now = performance.now();
      if (connectionsInUse() >= busyThreshold) busyUntil = now + busyWindow;
      return now < busyUntil;
    },
    onChanged: changes.subscribe,
    execute,
    listen: changes.listen,
    async ping() {
      await pool.query("select 1").catch(() => {
        throw unavailable;
      });
    },
    async close() {
      await changes.close();
      await replicas?.close();
      await pool.end();
    },
  };
}
