import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import type { Env } from "#server/env.server.ts";
import { createLog } from "#server/process/log.server.ts";

/** The database of the settings, as the tools of the operator reach it: as the owner of its tables. */
export type ReachedDatabase = {
  connection: pg.ClientConfig;
  /** Opens a connection, which ends with the work. It has no time limits for statements. */
  connect: () => Promise<pg.Client>;
};

/**
 * Runs `work` with the database that the settings name. The embedded one is started if no process uses it, and stopped again afterwards unless one does by
 * then.
 */
export async function withDatabase<T>(
  env: Env,
  dataFolder: string,
  work: (database: ReachedDatabase) => Promise<T>,
): Promise<T> {
  const embedded =
    env.DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataFolder, log: createLog("error") }) : undefined;
  const connection = embedded?.connection ?? { connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL! };
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ ...connection, application_name: "meridian operation", keepAlive: true });
    // A lost connection fails the statement that needs it; without a listener it would crash the process.
    client.on("error", () => undefined);
    clients.push(client);
    await client.connect();
    await client.query("set time zone 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    return client;
  };
  try {
    return await work({ connection, connect });
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
    await embedded?.stop();
  }
}
