import { setTimeout as wait } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { Problem } from "#kit/problem.ts";
import { type Channel, listenForChanges } from "./changes.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { unfitUser } from "./configuration-error.server.ts";
import { setTypeParsers } from "./parsers.server.ts";
import { kindOf } from "./sql-error.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    database: Database;
  }
}
declare module "pg" {
  interface Connection {
    /** The prepared statements of the driver, by name. */
    parsedStatements: Record<string, string>;
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
  /** For libraries that bring their own SQL. */
  execute: Execute;
  /**
   * Runs `work` in the same transaction, but for rows of another tenant only: row security applies to both sides of an operation between two spaces.
   * No other query of the transaction may run meanwhile.
   */
  inSpace: <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;
  /** Locks a name until the transaction ends: another transaction that locks the same name waits. */
  lock: (name: string) => Promise<void>;
  /** Runs after the commit, never after a rollback: for sending messages and invalidating caches. */
  afterCommit: (run: () => void) => void;
  /** Notifies every process, when this transaction commits, that data under `tag` is outdated. */
  changed: (tag: string) => Promise<void>;
};

export type Database = {
  /** Runs `run` in a transaction that sees rows of one tenant only; row security enforces what the queries say. */
  tenant: <T>(tenantId: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Whether several statements are running, or were a moment ago, so that a parallel one would only make others wait. */
  isBusy: () => boolean;
  /** One statement that reads one tenant's rows (`*`: all), without a transaction: a third of the messages of `tenant`. */
  read: <R>(tenantId: string, query: SQL) => Promise<R[]>;
  /** Runs `run` in a transaction over the tables of no tenant (account, session, tenant, outbox) and, for trusted jobs, over all tenants. */
  system: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Calls `listener` with the tags of every committed change, in any process; `["*"]` when some may have been missed. */
  onChanged: (listener: (tags: string[]) => void) => () => void;
  /** For libraries with their own SQL, over tables without a tenant: a text may be a whole transaction. */
  execute: Execute;
  /** Listens on a channel of PostgreSQL; returns a function that stops it. */
  listen: (channel: string, handlers: Channel) => Promise<() => Promise<void>>;
  /** @throws {Problem} unavailable */
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

/** ms that a statement may run; a request waits two fifths of that for a free connection. */
const defaultTimeout = 5000;
/** ms beyond the longest statement after which a silent server counts as dead. */
const responseGrace = 1000;
/** Concurrent statements up to which the database counts as idle; it has few processors. */
const minFreeConnections = 4;
/** ms for which a database counts as busy after it last was: requests come in waves, and between two of them it would look idle. */
const busyWindow = 250;
/** Attempts for a transaction that conflicts with others. */
const maxAttempts = 4;
/** ms at most before the second try; longer before each that follows. */
const retryDelay = 50;

export const changeChannel = "meridian_changed";

const unavailable = new Problem(
  "unavailable",
  { zh: "服务暂时不可用，请稍后重试", en: "The service is temporarily unavailable. Try again later." },
  { retryAfter: 2 },
);

setTypeParsers();

const dialect = new PgDialect();

/** Maximum prepared statements per connection, least recently used first out: filters create unlimited texts. */
const maxPrepared = 500;
const preparedNames = new WeakMap<pg.PoolClient, LRUCache<string, string>>();
let lastName = 0;

/** Frees a prepared statement. The response comes with the next query; an unknown name is no error. */
function closeStatement({ connection }: pg.PoolClient, name: string): void {
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name }, false);
}

/** The name of the prepared statement for a text on this connection, unique per text. */
function nameOf(client: pg.PoolClient, text: string): string {
  const names =
    preparedNames.get(client) ??
    new LRUCache<string, string>({ max: maxPrepared, dispose: (name) => closeStatement(client, name) });
  preparedNames.set(client, names);
  const preparedName = names.get(text);
  if (preparedName !== undefined) return preparedName;
  const name = `q${(lastName += 1)}`;
  names.set(text, name);
  return name;
}

/**
 * Setup of every new connection: it runs as `meridian_app`, which owns nothing and cannot bypass row security. Where that role cannot be created, row
 * security applies to the owner of the tables too (FORCE); otherwise the connection is refused.
 */
const connectionSetupSql = `set time zone 'UTC'; do $$ begin
  begin
    set role meridian_app;
  exception when undefined_object or invalid_parameter_value or insufficient_privilege then null;
  end;
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    raise exception 'DATABASE_URL names a user whom row security does not bind. Use an ordinary user, or make one role: create role meridian_app nologin' using errcode = '${unfitUser}';
  end if;
end $$`;

async function rowsOf<R>(client: pg.PoolClient, query: SQL): Promise<R[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const result = await client.query({ text, values: params, name: nameOf(client, text) });
  return result.rows as R[];
}

/** Without parameters the text may contain several statements, such as a transaction; the rows of all of them are returned together. */
async function executeText(client: pg.PoolClient, text: string, values?: unknown[]) {
  const results = await client.query<Record<string, unknown>>(
    values === undefined || values.length === 0 ? { text } : { text, values },
  );
  return { rows: [results].flat().flatMap(({ rows }) => rows) };
}

/** Sends everything that `send` writes as one packet. The driver does so for the parts of one query only; its socket supports several. */
function sendCorked<T>(client: pg.PoolClient, send: () => T): T {
  const stream = client.connection.stream;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Limits the connection to rows of one tenant, or to all. The id is part of the SQL text (one round trip less than a parameter), so it must be a uuid. */
function setTenant(tenantId: string, scope: "session" | "local" = "session"): string {
  if (tenantId !== "*" && !uuidPattern.test(tenantId)) throw new Error(`Not a tenant id: ${tenantId}`);
  return `set ${scope} meridian.tenant = '${tenantId}'`;
}
const beginFor = (tenantId: string) => `begin; ${setTenant(tenantId, "local")}`;

function createTx(client: pg.PoolClient, scope: string, after: (() => void)[], tags: Set<string>): Tx {
  let db: NodePgDatabase | undefined;
  return {
    get db() {
      db ??= drizzle({ client });
      return db;
    },
    rows: (query) => rowsOf(client, query),
    execute: (text, values) => executeText(client, text, values),
    async inSpace(tenantId, work) {
      await client.query(setTenant(tenantId, "local"));
      const restore = () => client.query(setTenant(scope, "local"));
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work();
      } catch (error) {
        // After a failed statement this one fails too, and the transaction is rolled back.
        await restore().catch(() => {});
        throw error;
      }
      // Nothing may run under the other tenant: failing to switch back fails the transaction.
      await restore();
      return result;
    },
    async lock(name) {
      await rowsOf(client, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },
    afterCommit: (run) => void after.push(run),
    async changed(tag) {
      tags.add(tag);
    },
  };
}

/**
 * Opens the pool and the connection that listens.
 * @param options.timeout ms that a statement may run
 * @throws when the database user may not be used (see `connectionSetupSql`)
 */
export async function openDatabase({
  connection,
  log,
  timeout = defaultTimeout,
}: {
  connection: pg.PoolConfig;
  log: Logger;
  timeout?: number;
}): Promise<Database> {
  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: timeout * 0.4,
    statement_timeout: timeout,
    query_timeout: timeout + responseGrace,
    keepAlive: true,
    // Queries are sent without waiting for the previous response.
    pipeline: true,
    application_name: "meridian",
    idleTimeoutMillis: 60_000,
    // If this fails, the connection is discarded.
    onConnect: async (client) => void (await client.query(connectionSetupSql)),
  });
  // The driver attaches its client, with the secret key for cancelling queries, to the error: only its message is logged.
  const noteLost = ({ message, code }: Error & { code?: string }) =>
    log.warn({ message, code }, "a database connection was lost");
  pool.on("error", noteLost);
  pool.on("connect", (client) => void client.on("error", noteLost));
  await pool.query("select 1");
  const changes = listenForChanges({ connection, channel: changeChannel, log });

  async function commit(client: pg.PoolClient, tags: Set<string>): Promise<void> {
    const text = [...[...tags].map(changes.announcement), "commit"].join("; ");
    const results = [await client.query(text)].flat();
    // After a failed statement whose error was caught, `commit` succeeds but rolls back: this must not count as a commit.
    if (results.at(-1)?.command !== "COMMIT")
      throw new Error("The transaction was rolled back: a statement in it had failed unnoticed.");
  }

  let busyUntil = 0;

  /** The tenant that a connection is set to outside of transactions; a transaction sets its own until it ends. */
  const readsFor = new WeakMap<pg.PoolClient, string>();

  async function readOnce<R>(tenantId: string, query: SQL): Promise<R[]> {
    const client = await pool.connect();
    let isLost = false;
    try {
      if (readsFor.get(client) === tenantId) return await rowsOf<R>(client, query);
      readsFor.delete(client);
      const answers = sendCorked(client, () => [client.query(setTenant(tenantId)), rowsOf<R>(client, query)] as const);
      // Both results are awaited, also when the first is an error: the connection is released only when it is idle.
      const [set, rows] = await Promise.allSettled(answers);
      if (set.status === "rejected") throw set.reason;
      readsFor.set(client, tenantId);
      if (rows.status === "rejected") throw rows.reason;
      return rows.value;
    } catch (error) {
      isLost = kindOf(error) === "lost";
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  /** A text that opened a transaction and failed leaves it open: it is rolled back before the connection is released. */
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

  async function transact<T>(scope: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const after: (() => void)[] = [];
    const tags = new Set<string>();
    let isLost = false;
    let result: T;
    try {
      const beginning = client.query(beginFor(scope));
      // Not awaited here: when `begin` fails, the first statement fails too and reports it.
      beginning.catch(() => {});
      result = await work(createTx(client, scope, after, tags));
      await beginning;
      await commit(client, tags);
    } catch (error) {
      isLost =
        kindOf(error) === "lost" ||
        !(await client.query("rollback").then(
          () => true,
          () => false,
        ));
      throw error;
    } finally {
      client.release(isLost);
    }
    notifyListeners([...tags], after);
    return result;
  }

  /** Runs after the commit, which cannot be undone: errors here are logged, never thrown. */
  function notifyListeners(tags: string[], after: (() => void)[]): void {
    changes.notify(tags);
    for (const step of after) {
      try {
        step();
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
        const kind = kindOf(error);
        if (kind === "lost" || kind === "busy") {
          log.warn({ err: error }, "the database is not available");
          throw unavailable;
        }
        if (kind !== "retry" || attempt === maxAttempts) throw error;
        // Without a random pause, the loser of a deadlock may lock its first row again before the winner has it.
        await wait(Math.random() * retryDelay * attempt);
      }
    }
  }

  return {
    tenant: (tenantId, work) => withRetries(() => transact(tenantId, work)),
    read: (tenantId, query) => withRetries(() => readOnce(tenantId, query)),
    system: (work) => withRetries(() => transact("*", work)),
    isBusy() {
      const now = performance.now();
      if (pool.totalCount - pool.idleCount + pool.waitingCount >= minFreeConnections) busyUntil = now + busyWindow;
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
      await pool.end();
    },
  };
}
