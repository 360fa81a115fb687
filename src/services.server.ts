import path from "node:path";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import { endCancelled } from "#features/auth/session/account.server.ts";
import { purgeProofs } from "#features/auth/sms/proof-of-work.server.ts";
import { purgeCodes } from "#features/auth/sms/sms-code.server.ts";
import { purgeTickets } from "#features/auth/session/step-ticket.server.ts";
import { endOpenings } from "#features/service/open.server.ts";
import { watchConversion } from "#features/auth/sms/sms-conversion.server.ts";
import { readAssets } from "#features/site/assets.server.ts";
import { createDocuments } from "#features/site/serve-documents.server.ts";
import { type EntityHook, hooksByEntity } from "#records/change/hooks.server.ts";
import { createShareCards, type ShareCard } from "#render/page/share-card.server.ts";
import { openCountry } from "#server/http/country.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import type { Env } from "#server/env.server.ts";
import { openFiles } from "#server/files/files.server.ts";
import { openStorage } from "#server/files/open-storage.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { createMetrics } from "#server/process/metrics.server.ts";
import { purgeRequests } from "#server/http/idempotency.server.ts";
import { followMessages } from "#server/sms/delivery-reports.server.ts";
import { purgeAttempts } from "#server/identity/attempts.server.ts";
import { createOutbox } from "#server/sms/outbox.server.ts";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { readPepper } from "#server/process/secrets.server.ts";
import { purgeSecurityEvents } from "#server/identity/security-events.server.ts";
import { createSessions, purgeSessions } from "#server/identity/sessions.server.ts";
import { createSms } from "#server/sms/sms.server.ts";
import { createTenants } from "#server/identity/tenants.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    /** True from the moment a stop was asked for: readiness says so, so that balancers send nobody else here. */
    isStopping: boolean;
    /** Draws the picture that a page is shared with, as PNG. */
    drawShareCard: (card: ShareCard) => Promise<Buffer>;
    stop: () => Promise<void>;
  }
}

const hookFiles = import.meta.glob<EntityHook>("./features/**/hooks/*.server.ts", { eager: true, import: "default" });

export type Startup = { env: Env; log: Logger; database: Database; dataFolder: string };

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Everything that calls and documents work with, each made once per process. `dataFolder` keeps uploads and the generated secret. */
export async function setUpServices({ env, log, database, dataFolder }: Startup): Promise<Services> {
  const pepper = readPepper(env.PEPPER, dataFolder);
  const metrics = createMetrics();
  const sms = createSms(env, { print, log, onBreaker: metrics.showSmsBreaker });
  const mail = { database, ways: { sms }, log, note: metrics.countMessage };
  const outbox = createOutbox(mail);
  const follow = followMessages(mail);
  const filesFolder = path.join(dataFolder, "files");
  const islands = path.join(import.meta.dirname, "..", "islands");
  const assets = readAssets(islands);
  const services: Omit<Services, "documents"> = {
    env,
    log,
    database,
    pepper,
    sms,
    outbox,
    metrics,
    country: await openCountry(env.GEOIP_PATH, log),
    files: await openFiles(await openStorage(env, filesFolder, log), filesFolder, log),
    passwords: await createPasswords(pepper),
    sessions: createSessions(database),
    tenants: createTenants(database, env.PUBLIC_URL),
    drawShareCard: createShareCards(path.join(islands, path.basename(assets.fonts.sans))),
    hooks: hooksByEntity(Object.values(hookFiles)),
    isStopping: false,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      services.files.stop();
      await Promise.all([outbox.stop(), follow.stop()]);
    },
  };
  const sweep = (pause: number, work: (tx: Tx) => Promise<void>, failure: string) =>
    setInterval(() => {
      database.system(work).catch((error: unknown) => log.error({ err: error }, failure));
    }, pause).unref();
  const timers = [
    setInterval(watchConversion({ database, metrics, log }), seconds(15)).unref(),
    sweep(minutes(10), endCancelled, "cancelled accounts cannot be ended"),
    sweep(minutes(10), purgeSessions, "old sessions cannot be forgotten"),
    sweep(minutes(10), purgeTickets, "old tickets cannot be forgotten"),
    sweep(minutes(10), purgeAttempts, "old tries cannot be forgotten"),
    sweep(minutes(10), purgeCodes, "old codes cannot be forgotten"),
    sweep(minutes(10), purgeProofs, "spent proofs cannot be forgotten"),
    sweep(minutes(10), purgeSecurityEvents, "old security events cannot be forgotten"),
    sweep(minutes(10), purgeRequests, "old requests cannot be forgotten"),
    sweep(minutes(1), endOpenings, "packages whose time has passed cannot be ended"),
  ];
  const documents = createDocuments(services, assets);
  return Object.assign(services, { documents });
}
