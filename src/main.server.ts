import path from "node:path";
import closeWithGrace from "close-with-grace";
import { createApp } from "./app.server.ts";
import { seedPlatform } from "./seed.server.ts";
import { announce } from "#features/platform/announce.server.ts";
import { openDatabase } from "#server/database.server.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.server.ts";
import { configurationErrorCode, readEnv } from "#server/env.server.ts";
import { listenWithPatience } from "#server/listen.server.ts";
import { createLog } from "#server/log.server.ts";
import { migrate } from "#server/migrate.server.ts";
import { keepSupervised } from "#server/supervised.server.ts";

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const dataFolder = path.resolve(env.DATA_DIR);

  const embedded = env.DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataFolder, log }) : undefined;
  const connection = embedded?.connection ?? { connectionString: env.DATABASE_URL };
  await migrate({ connection, log });
  const database = await openDatabase({ connection: { ...connection, max: env.DATABASE_POOL }, log });
  embedded?.keepRunning();

  const app = await createApp({ env, log, database, dataFolder });
  const firstStart = await seedPlatform(app.services);
  const address = await listenWithPatience(app.http, { host: env.HOST, port: env.PORT });
  announce({ env, address, firstStart, isEmbedded: embedded !== undefined });

  const grace = closeWithGrace({ delay: 12_000, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, "stopping after an error");
    await app.close();
    await database.close();
    await embedded?.stop();
  });
  keepSupervised({ stop: () => grace.close() });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(/settings cannot be used|DATABASE_URL/.test(String(error)) ? configurationErrorCode : 1);
});
