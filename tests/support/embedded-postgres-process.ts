/**
 * A process that uses the embedded PostgreSQL of the data folder given as argument: prints one line of JSON
 * (`{ pid, connection }`) when the server is ready, stops on SIGTERM, and otherwise waits to be killed.
 */
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { createLog } from "#server/process/log.server.ts";

const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[2] ?? "", log: createLog("warn") });
process.once("SIGTERM", () => void postgres.stop().then(() => process.exit(0)));
setInterval(() => undefined, 1000);
console.log(JSON.stringify({ pid: postgres.pid, connection: postgres.connection }));
