import { Socket } from "node:net";
import { type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Logger } from "#server/process/log.server.ts";
import { inSpanBelow, statementSpan } from "#server/process/tracing.server.ts";
import { later, type Position, replayedPositionSql } from "./position.server.ts";
import { preparedNameOf } from "./prepared-names.server.ts";
import { type SessionSetup, setTenantSql } from "./session-setup.server.ts";
import { sqlErrorKind } from "./sql-error.server.ts";

/** ms beyond the longest statement after which a silent server counts as dead. */
const responseGrace = 1000;

const dialect = new PgDialect();

/** Connections whose statements are not prepared, because the next one may be on another session of the server. */
const unprepared = new WeakSet<pg.ClientBase>();

/**
 * Runs a statement. The driver's own promise is settled by a function that refers to the query, which refers to that function. Such a cycle, with all
 * rows, survives the collections of young objects in V8 and waits for one of the whole heap; without it, they are gone with the first.
 */
const runQuery = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(query, (error, result) => (error ? reject(error) : resolve(result)));
  });

/** Runs one statement written with drizzle's `sql` template. */
export async function rowsOf<R>(client: pg.PoolClient, query: SQL): Promise<R[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = unprepared.has(client) ? {} : { name: preparedNameOf(client, text) };
  const result = await inSpanBelow(
    () => statementSpan(text),
    () => runQuery(client, { text, values: params, ...name }),
  );
  return result.rows as R[];
}

/**
 * Ends a connection whose server owes an answer and is silent for `limit` ms. The driver's own `query_timeout` needs a timer for each query, and a
 * function that refers to the timer and to the query (see `runQuery`).
 */
function endWhenSilent(client: pg.PoolClient, limit: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  // Whatever was written after the last moment without a running query waits for an answer.
  let answeredBytes = stream.bytesWritten;
  client.on("drain", () => void (answeredBytes = stream.bytesWritten));
  stream.setTimeout(limit);
  stream.on("timeout", () => {
    if (stream.bytesWritten > answeredBytes) stream.destroy(new Error("Connection terminated: the server is silent"));
  });
}

/**
 * Opens a pool of connections to the primary or to a replica.
 * @param options.timeout ms that a statement may run; a request waits two fifths of that for a free connection
 */
export function openPool({
  connection,
  session,
  timeout,
  log,
}: {
  connection: pg.PoolConfig;
  session: SessionSetup;
  timeout: number;
  log: Logger;
}): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: timeout * 0.4,
    ...connection,
    ...(session.isLasting ? { statement_timeout: timeout } : {}),
    keepAlive: true,
    // Queries are sent without waiting for the previous response.
    pipeline: session.isLasting,
    application_name: "meridian",
    idleTimeoutMillis: 60_000,
    // If this fails, the connection is discarded.
    async onConnect(client) {
      if (!session.isLasting) unprepared.add(client);
      await session.onConnect(client);
    },
  });
  // The driver attaches its client, with the secret key for cancelling queries, to the error: only its message is logged.
  const logLostConnection = ({ message, code }: Error & { code?: string }) =>
    log.warn({ message, code }, "a database connection was lost");
  pool.on("error", logLostConnection);
  pool.on("connect", (client) => {
    client.on("error", logLostConnection);
    endWhenSilent(client, timeout + responseGrace);
  });
  return pool;
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

/** The position that the server of a connection has replayed; undefined for a server that is no replica. */
async function replayedPosition(client: pg.PoolClient): Promise<Position | undefined> {
  const { rows } = await client.query<{ position: Position | null }>(replayedPositionSql);
  return rows[0]!.position ?? undefined;
}

/** Reads rows of one tenant (`*`: all tenants) by one statement, without a transaction if sessions last. */
export type PoolReader = {
  read: <R>(tenantId: string, query: SQL) => Promise<R[]>;
  /** Reads from a replica; undefined if it has not replayed `required`. */
  readAfter: <R>(tenantId: string, query: SQL, required: Position) => Promise<R[] | undefined>;
};

export function createPoolReader(pool: pg.Pool, session: SessionSetup): PoolReader {
  /** The tenant that each connection is set to outside of transactions; a transaction sets its own tenant until it ends. */
  const sessionTenants = new WeakMap<pg.PoolClient, string>();
  /** The position that the server of a connection is known to have replayed: of each, because there may be several servers at one address. */
  const positions = new WeakMap<pg.PoolClient, Position>();

  async function hasReached(client: pg.PoolClient, required: Position): Promise<boolean> {
    const lastPosition = positions.get(client);
    if (lastPosition !== undefined && lastPosition >= required) return true;
    const position = await replayedPosition(client);
    if (position === undefined) throw new Error("The server is no replica.");
    // Through a pooler the next transaction may be on another server.
    if (session.isLasting) positions.set(client, later(lastPosition, position)!);
    return position >= required;
  }

  /** Runs one statement in a transaction of its own. */
  async function readInTransaction<R>(
    client: pg.PoolClient,
    { tenantId, query, required }: { tenantId: string; query: SQL; required: Position | undefined },
  ): Promise<R[] | undefined> {
    await client.query(session.beginSql(tenantId));
    try {
      if (required !== undefined && !(await hasReached(client, required))) return undefined;
      return await rowsOf<R>(client, query);
    } finally {
      await client.query("commit");
    }
  }

  async function readInSession<R>(client: pg.PoolClient, tenantId: string, query: SQL): Promise<R[]> {
    if (sessionTenants.get(client) === tenantId) return rowsOf<R>(client, query);
    sessionTenants.delete(client);
    const results = sendCorked(client, () => [client.query(setTenantSql(tenantId)), rowsOf<R>(client, query)] as const);
    // Both results are awaited, even when the first is an error: the connection may be released only when it is idle.
    const [setResult, rowsResult] = await Promise.allSettled(results);
    if (setResult.status === "rejected") throw setResult.reason;
    sessionTenants.set(client, tenantId);
    if (rowsResult.status === "rejected") throw rowsResult.reason;
    return rowsResult.value;
  }

  async function readOnce<R>(tenantId: string, query: SQL, required?: Position): Promise<R[] | undefined> {
    const client = await pool.connect();
    let isLost = false;
    try {
      if (!session.isLasting) return await readInTransaction<R>(client, { tenantId, query, required });
      if (required !== undefined && !(await hasReached(client, required))) return undefined;
      return await readInSession<R>(client, tenantId, query);
    } catch (error) {
      isLost = sqlErrorKind(error) === "lost";
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  return {
    read: async <R>(tenantId: string, query: SQL) => (await readOnce<R>(tenantId, query))!,
    readAfter: readOnce,
  };
}
