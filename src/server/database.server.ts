import type { SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { Problem } from "#kit/problem.ts";
import { listenForChanges } from "./changes.server.ts";
import { uuidPattern } from "./id.server.ts";
import type { Logger } from "./log.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    database: Database;
  }
}

/** A transaction under way. */
export type Tx = {
  /** Drizzle on this transaction's connection, for the tables of `server/schema`. */
  db: NodePgDatabase;
  /** Runs SQL written with drizzle's `sql` template; prepared once per text and connection. */
  rows: <R>(query: SQL) => Promise<R[]>;
  /** Runs after the commit, never after a rollback: where messages leave and caches are told. */
  afterCommit: (run: () => void) => void;
  /** Tells every process, when this transaction commits, that what was read under `tag` is out of date. */
  changed: (tag: string) => Promise<void>;
};

export type Database = {
  /** Runs `run` in a transaction that sees rows of one tenant only; row security repeats what the queries say. */
  tenant: <T>(tenantId: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Runs `run` in a transaction over the tables of no tenant (account, session, tenant, outbox) and, for trusted jobs, over all tenants. */
  system: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Calls `listener` with the tags of every committed change, in any process; `["*"]` when some may have been missed. */
  onChanged: (listener: (tags: string[]) => void) => () => void;
  /** @throws {Problem} unavailable */
  ping: () => Promise<void>;
  close: () => Promise<void>;
};

/** How long a request waits for a free connection, and a statement may run, ms. */
const connectionWait = 2000;
const statementTimeout = 5000;
/** Deadlock and serialization failure: the transaction is run again. */
const retried = new Set(["40001", "40P01"]);
const tries = 4;

export const changeChannel = "meridian_changed";

const unavailable = new Problem("unavailable", { zh: "服务暂时不可用,请稍后重试", en: "The service is briefly unavailable. Please try again." }, { retryAfter: 2 });

// numeric and int8 as numbers: what we store in them stays far below 2^53.
pg.types.setTypeParser(1700, Number);
pg.types.setTypeParser(20, Number);
// Instants as ISO strings, the way they travel.
pg.types.setTypeParser(1184, (value) => new Date(value).toISOString());

const dialect = new PgDialect();
const names = new Map<string, string>();

/** A prepared statement's name for its text; a bounded list, because filters make endless texts. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= 500) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && /^(08|57P0|53300|55P03|57014|ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(message ?? "");
}

function createTx(client: pg.PoolClient, after: (() => void)[]): Tx {
  let db: NodePgDatabase | undefined;
  const tx: Tx = {
    get db() {
      db ??= drizzle({ client });
      return db;
    },
    async rows<R>(query: SQL) {
      const { sql: text, params } = dialect.sqlToQuery(query);
      const name = nameOf(text);
      const result = await client.query({ text, values: params, ...(name === undefined ? {} : { name }) });
      return result.rows as R[];
    },
    afterCommit: (run) => void after.push(run),
    async changed(tag) {
      await client.query("select pg_notify($1, $2)", [changeChannel, tag]);
    },
  };
  return tx;
}

/** Opens the pool. Connections work as the role `meridian_app`, which owns nothing and cannot step around row security. */
export async function openDatabase({ connection, log }: { connection: pg.PoolConfig; log: Logger }): Promise<Database> {
  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: connectionWait,
    statement_timeout: statementTimeout,
    application_name: "meridian",
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // Queued before the first query of whoever gets the connection.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
    client.query("set role meridian_app").catch((error: unknown) => log.error({ err: error }, "cannot work as meridian_app"));
  });
  const changes = listenForChanges({ connection, channel: changeChannel, log });

  async function once<T>(begin: string, run: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const after: (() => void)[] = [];
    let failure: Error | undefined;
    try {
      await client.query(begin);
      const result = await run(createTx(client, after));
      await client.query("commit");
      for (const step of after) step();
      return result;
    } catch (error) {
      failure = error as Error;
      await client.query("rollback").catch(() => undefined);
      throw error;
    } finally {
      client.release(failure !== undefined && isLostConnection(failure));
    }
  }

  async function run<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(begin, work);
      } catch (error) {
        if (error instanceof Problem) throw error;
        if (isLostConnection(error)) throw unavailable;
        if (!retried.has((error as { code?: string }).code ?? "") || attempt === tries) throw error;
      }
    }
  }

  return {
    tenant(tenantId, work) {
      // It stands in SQL text (one round trip less than a bind), so only a uuid gets there.
      if (!uuidPattern.test(tenantId)) throw new Error(`Not a tenant id: ${tenantId}`);
      return run(`begin; set local meridian.tenant = '${tenantId}'`, work);
    },
    system: (work) => run("begin; set local meridian.tenant = '*'", work),
    onChanged: changes.subscribe,
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
