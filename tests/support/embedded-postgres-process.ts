/**
 * A process that starts the embedded PostgreSQL of the data folder in its first argument. It prints one line of JSON (`{ pid, connection }`) when the
 * server is ready, and runs until SIGTERM or SIGKILL.
 */
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { createLog } from "#server/process/log.server.ts";

const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[2] ?? "", log: createLog("warn") });
process.once("SIGTERM", () => void postgres.stop().then(() => process.exit(0)));
// Keeps the process running.
setInterval(() => undefined, 1000);
console.log(JSON.stringify({ pid: postgres.pid, connection: postgres.connection }));
