import path from "node:path";
import { createApp } from "./app.server.ts";
import { seedPlatform } from "./seed.server.ts";
import { seconds } from "#kit/format.ts";
import { offerProgramItems } from "#features/builder/market/program-items.server.ts";
import { announce } from "#features/platform/announce.server.ts";
import { exitCodeOf } from "#server/postgres/configuration-error.server.ts";
import { openDatabase } from "#server/postgres/database.server.ts";
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { type Env, readEnv } from "#server/env.server.ts";
import { createErrorReports, type ErrorReports } from "#server/process/error-reports.server.ts";
import { listenWithRetries } from "#server/process/listen.server.ts";
import { createLog, type Logger } from "#server/process/log.server.ts";
import { migrate } from "#server/postgres/migrate.server.ts";
import { runUntilStopped, type Shutdown } from "#server/process/shutdown.server.ts";
import { startTracing } from "#server/process/tracing.server.ts";
import { keepSupervised } from "#server/process/supervised.server.ts";

/** In ms; shorter than the time after which the supervisor kills the process (supervisor.server.ts). */
const shutdownLimit = seconds(12);

type Process = { env: Env; log: Logger; errorReports: ErrorReports };

async function start(shutdown: Shutdown, { env, log, errorReports }: Process): Promise<void> {
  keepSupervised({ stop: shutdown.begin });
  // Stopped last, so that it tells what else could not be stopped.
  shutdown.add(errorReports.stop);
  shutdown.add(await startTracing(env, log));
  const dataFolder = path.resolve(env.DATA_DIR);

  const embedded = env.DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataFolder, log }) : undefined;
  shutdown.add(async () => embedded?.stop());
  const connection = embedded?.connection ?? { connectionString: env.DATABASE_URL };
  const directConnection =
    env.DATABASE_DIRECT_URL === undefined ? undefined : { connectionString: env.DATABASE_DIRECT_URL };
  await migrate({ connection: directConnection ?? connection, log });
  const database = await openDatabase({
    connection: { ...connection, max: env.DATABASE_POOL },
    listenConnection: directConnection,
    replicas: {
      connections: env.DATABASE_REPLICA_URL.map((connectionString) => ({ connectionString, max: env.DATABASE_POOL })),
      maxLag: seconds(env.DATABASE_REPLICA_LAG),
    },
    log,
    timeout: env.DATABASE_TIMEOUT * 1000,
  });
  shutdown.add(database.close);
  embedded?.keepRunning();

  const app = await createApp({ env, log, errorReports, database, dataFolder });
  shutdown.add(app.close);
  const firstStart = await seedPlatform(app.services);
  await offerProgramItems(app.services);
  const address = await listenWithRetries(app.http, { host: env.HOST, port: env.PORT });
  announce({ env, address, firstStart, isEmbedded: embedded !== undefined });
}

try {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const errorReports = createErrorReports(env, log);
  await runUntilStopped((shutdown) => start(shutdown, { env, log, errorReports }), {
    log,
    limit: shutdownLimit,
    exitCodeOf,
    onFailure: (error) => errorReports.add({ source: "process", place: "main", error }),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(exitCodeOf(error));
}
