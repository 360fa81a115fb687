import path from "node:path";
import type { Services } from "#kit/call.ts";
import pageEntity from "#entities/page.ts";
import relationTree from "#entities/relationTree.ts";
import { createMarket } from "#features/builder/market/public.server.ts";
import { pagePart } from "#features/builder/server/page-part.server.ts";
import { createPresence } from "#features/builder/server/presence.server.ts";
import { treePart } from "#features/admin/categories/tree-part.server.ts";
import { startBeats } from "#features/console/health/beats.server.ts";
import { recordKeyUse } from "#features/integrations/record-key-use.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { addConversionMetrics } from "#features/auth/sms/sms-conversion.server.ts";
import { readAssets } from "#features/site/assets.server.ts";
import { createDocuments } from "#features/site/serve-documents.server.ts";
import { type EntityHook, hooksByEntity } from "#records/change/hooks.server.ts";
import { proofsByName, type ValueProof } from "#records/change/proofs.server.ts";
import { commandsByEntity, type RowCommand } from "#records/change/row-commands.server.ts";
import { viewEntity } from "#records/query/joined-store.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createPublishedPages } from "#records/site/published-pages.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { type AppIcon, createAppIcons } from "#render/page/app-icon.server.ts";
import { createShareCards, type ShareCard } from "#render/page/share-card.server.ts";
import { openCountry } from "#server/http/country.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import type { Env } from "#server/env.server.ts";
import { addReplicaMetrics } from "#server/postgres/replica-metrics.server.ts";
import { openFiles } from "#server/files/files.server.ts";
import { openStorage } from "#server/files/open-storage.server.ts";
import { createScan } from "#server/files/scanner.server.ts";
import { addJobMetrics } from "#server/jobs/job-metrics.server.ts";
import { createJobs, type JobFile } from "#server/jobs/jobs.server.ts";
import { createBudget } from "#server/language/budget.server.ts";
import { createChat } from "#server/language/chat.server.ts";
import { createTranslation } from "#server/language/translation.server.ts";
import { createEmail } from "#server/email/email.server.ts";
import { createDns } from "#server/process/dns.server.ts";
import { createEgress } from "#server/process/egress.server.ts";
import type { ErrorReports } from "#server/process/error-reports.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { createMetrics } from "#server/process/metrics.server.ts";
import { createOutcomes } from "#server/process/outcomes.server.ts";
import { pollDeliveryReports } from "#server/outbox/delivery-reports.server.ts";
import { type CountMessage, createOutbox } from "#server/outbox/outbox.server.ts";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { readPepper } from "#server/process/secrets.server.ts";
import { createApiKeys } from "#server/identity/api-keys.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { createSms } from "#server/sms/sms.server.ts";
import { createTenants } from "#server/identity/tenants.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    /** True as soon as a stop was requested: readiness fails, so that load balancers send no new requests. */
    isStopping: boolean;
    /** Draws the preview image of a shared page. Returns a PNG. */
    drawShareCard: (card: ShareCard) => Promise<Buffer>;
    /** Draws an icon of a site that is an app. Returns a PNG. */
    drawIcon: (icon: AppIcon) => Promise<Buffer>;
    stop: () => Promise<void>;
  }
}

const hookFiles = import.meta.glob<EntityHook>("./features/**/hooks/*.server.ts", { eager: true, import: "default" });

const proofFiles = import.meta.glob<ValueProof>("./features/**/proofs/*.server.ts", { eager: true, import: "default" });

const rowCommandFiles = import.meta.glob<RowCommand>("./features/**/commands/*.server.ts", {
  eager: true,
  import: "default",
});

const jobFiles = import.meta.glob<JobFile>("./features/**/jobs/*.server.ts", { eager: true, import: "default" });

/** What the program needs before it can create its services. `dataFolder`: an absolute path. */
export type Startup = {
  env: Env;
  log: Logger;
  errorReports: ErrorReports;
  database: Database;
  dataFolder: string;
};

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Where this machine serves, when no PUBLIC_URL says what visitors use. Port 0 is chosen by the system, later. */
const localUrl = (port: number): string => (port === 0 ? "http://localhost" : `http://localhost:${port}`);

/** Creates the services of calls and documents, once per process. `dataFolder`: for stored files and the generated pepper. */
export async function setUpServices({ env, log, errorReports, database, dataFolder }: Startup): Promise<Services> {
  const pepper = readPepper(env, dataFolder);
  const metrics = createMetrics();
  const outcomes = createOutcomes();
  const reports = { log, outcomes };
  const sms = createSms(env, { print, log, onBreaker: metrics.recordSmsBreaker });
  const email = createEmail(env, print);
  const channels = { sms, email };
  const countMessage: CountMessage = (kind, event, reason = "") => {
    metrics.countMessage(kind, event);
    if (kind !== "sms" && kind !== "email") return;
    if (event === "sent") outcomes.succeed(kind);
    if (event === "failed" || event === "refused") outcomes.fail(kind, reason);
  };
  const messaging = { database, channels, log, countMessage };
  const outbox = createOutbox(messaging);
  const reportPolling = pollDeliveryReports(messaging);
  const filesFolder = path.join(dataFolder, "files");
  const islandsFolder = path.join(import.meta.dirname, "..", "islands");
  const assets = readAssets(islandsFolder);
  addJobMetrics({ database, metrics });
  addConversionMetrics({ database, metrics });
  addReplicaMetrics(database, metrics);
  const services: Omit<Services, "documents"> = {
    env,
    log,
    errorReports,
    database,
    pepper,
    sms,
    email,
    outbox,
    metrics,
    outcomes,
    beats: startBeats({ database, env, log, outcomes, dataFolder }),
    country: await openCountry(env.GEOIP_PATH, log),
    files: await openFiles(await openStorage(env, filesFolder, reports), filesFolder, {
      log,
      scan: createScan(env, reports),
    }),
    passwords: await createPasswords(pepper),
    sessions: createSessions({ database, recordVisit }),
    apiKeys: createApiKeys({ database, recordUse: recordKeyUse }),
    tenants: createTenants(database, env.PUBLIC_URL ?? localUrl(env.PORT)),
    egress: createEgress(env.WEBHOOK_HOSTS),
    dns: createDns(env.DNS_SERVERS),
    translation: createTranslation(
      env,
      reports,
      createBudget(database, "translation", { hour: env.TRANSLATION_PER_HOUR, day: env.TRANSLATION_PER_DAY }),
    ),
    chat: createChat(env, reports, createBudget(database, "ai", { hour: env.AI_PER_HOUR, day: env.AI_PER_DAY })),
    drawIcon: createAppIcons(),
    drawShareCard: createShareCards(path.join(islandsFolder, path.basename(assets.fonts.sans))),
    jobs: await createJobs({ database, log, env }, Object.values(jobFiles)),
    registries: createRegistries(database, codeEntities, viewEntity),
    publishedPages: createPublishedPages(),
    hooks: hooksByEntity(Object.values(hookFiles)),
    proofs: proofsByName(Object.values(proofFiles)),
    rowCommands: commandsByEntity(Object.values(rowCommandFiles)),
    market: createMarket({ database, pepper }),
    presence: createPresence({ database, log }),
    contentParts: new Map([
      [pageEntity.type, pagePart],
      [relationTree.type, treePart(relationTree)],
    ]),
    isStopping: false,
    async stop() {
      services.files.stop();
      await Promise.all([outbox.stop(), reportPolling.stop()]);
      await services.beats.stop();
    },
  };
  const documents = createDocuments(services, assets);
  return Object.assign(services, { documents });
}
