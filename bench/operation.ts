/**
 * An installation as `deployment` describes it, with 200 people at work (`BENCH_PEOPLE`): each minute (`BENCH_SECONDS`) one process is killed, ten times
 * (`BENCH_ROUNDS`), by turns the application and the whole unit with its supervisor, while a job runs; then the replica is killed, and a process while it
 * is away; then every process is stopped in order and started again, as an update does. No acknowledged write may be lost, nobody signed out, no list
 * may lack what its reader added, and nothing may fail during the update. Linux only.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { pepper } from "../tests/support/program.ts";
import { databaseOf } from "./bench-database.ts";
import { median, percentile, reportFigure } from "./figure.ts";
import { startInstallation, type Unit, waitUntil } from "./installation.ts";
import { newPhase, openOffice, type Phase } from "./office.ts";
import { addColleagues, addOwner, type Owner, platformAdministrator } from "./people.ts";
import { createRandom } from "./random.ts";
import { temporaryFolder } from "./running-app.ts";
import { fullOrMiniature, isMiniature } from "./size.ts";

const numberFromEnv = (name: string, value: number) => Number(process.env[name] ?? value);
const peopleCount = numberFromEnv("BENCH_PEOPLE", fullOrMiniature(200, 8));
const rounds = numberFromEnv("BENCH_ROUNDS", fullOrMiniature(10, 1));
/** ms from one kill to the next. */
const roundTime = numberFromEnv("BENCH_SECONDS", fullOrMiniature(60, 2)) * 1000;
/** ms between two actions of a person: 200 people send about 40 requests a second. */
const pause = numberFromEnv("BENCH_PAUSE", fullOrMiniature(5, 0.6)) * 1000;
const unitCount = fullOrMiniature(3, 2);
/** ms within which all people come, and during which nothing is killed. */
const arrival = fullOrMiniature(40_000, 1);
/** ms before and after the replica is brought back. */
const replicaTime = Math.min(roundTime, 30_000);
/** ms from one process to the next in an update: longer than the proxy avoids one that was away. */
const updatePause = 3000;
/** People of one space. */
const colleagues = 5;
const password = "Harbour7x";
const mobileOf = (n: number) => `139${String(n).padStart(8, "0")}`;

/** The start of a process is most of the work of a miniature. */
const miniatureSettings = { BARE: "1", NODE_COMPILE_CACHE: path.resolve("node_modules/.cache/program") };

await using folder = await temporaryFolder();
await using installation = await startInstallation(folder.path, {
  unitCount,
  settings: { ...(isMiniature ? miniatureSettings : {}), LOG_LEVEL: "error", PUBLIC_URL: "https://example.com" },
});
const { units, replica, proxy, connection } = installation;
await using database = await databaseOf({ connection }, 4);

/** The first people work in the platform's own space, and change what its pages show; the others in spaces of five. */
async function addPeople(): Promise<void> {
  const hash = await (await createPasswords({ key: Buffer.from(pepper), previous: [] })).hash(password);
  for (let n = 0; n < peopleCount; n += colleagues) {
    const isPlatform = n === 0;
    const owner: Owner = isPlatform
      ? await platformAdministrator(database)
      : await addOwner(database, mobileOf(n), `bench-${n}`, hash);
    const mobiles = Array.from({ length: Math.min(colleagues, peopleCount - n) }, (_, k) => mobileOf(n + k));
    await addColleagues(database, owner.tenantId, { mobiles: isPlatform ? mobiles : mobiles.slice(1), hash });
  }
}

/** ms from now until the process can do its work. */
async function recoveryOf(unit: Unit): Promise<number> {
  const begin = performance.now();
  await waitUntil(async () => {
    if (!(await unit.isReady())) throw new Error(`The process on port ${unit.port} did not come back.`);
  }, 20);
  return performance.now() - begin;
}

/** Whether a process uses its replica. */
async function usesReplica({ port }: Unit): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return metrics.includes('\ndatabase_replica_up{replica="1"} 1\n');
}

/** Reads that replicas answered, of all processes. */
async function replicaReads(): Promise<number> {
  const texts = await Promise.all(
    units.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  return texts.reduce(
    (sum, text) => sum + Number(/^database_display_reads_total\{how="replica"\} (\d+)$/m.exec(text)?.[1] ?? 0),
    0,
  );
}

/** Lets somebody of the platform's space start a job: whoever is signed in just now. */
async function startJob(): Promise<boolean> {
  for (let person = 0; person < Math.min(colleagues, peopleCount); person += 1) {
    const { status } = await office.ask(person, "POST", "/api/Job/Start", { name: "siteGovernance" });
    if (status === 200) return true;
  }
  return false;
}

await addPeople();
const people = Array.from({ length: peopleCount }, (_, n) => mobileOf(n));
const sitemap = await (await fetch(`http://127.0.0.1:${units[0]!.port}/sitemap.xml`)).text();
const addresses = Array.from(
  sitemap.matchAll(/<loc>([^<]+)<\/loc>/g),
  ([, loc]) => new URL(loc!.replaceAll("&amp;", "&")),
);
const pages = addresses.map(({ pathname, search }) => pathname + search);
const office = openOffice({ proxy, people, pages, password, pause, arrival, random: createRandom(18) });
await office.ready;
await wait(arrival / 2);
const phases = { calm: newPhase(), kills: newPhase(), replica: newPhase(), update: newPhase() };

office.phase = phases.calm;
await wait(roundTime);

office.phase = phases.kills;
const recoveries: number[] = [];
let jobs = 0;
for (let n = 0; n < rounds; n += 1) {
  const roundEnd = performance.now() + roundTime;
  const unit = units[n % units.length]!;
  const target = n % 2 === 0 ? "application" : "unit";
  if (await startJob()) jobs += 1;
  await wait(Math.min(300, roundTime / 10));
  await unit.kill(target);
  recoveries.push(await recoveryOf(unit));
  console.error(`${n + 1}/${rounds} ${target}: back after ${Math.round(recoveries.at(-1)!)} ms`);
  await wait(Math.max(0, roundEnd - performance.now()));
}

office.phase = phases.replica;
const readsBefore = await replicaReads();
await replica.kill();
await wait(replicaTime / 2);
if (!isMiniature) {
  await units[0]!.kill("application");
  recoveries.push(await recoveryOf(units[0]!));
}
await wait(replicaTime / 2);
const replicaStartedAt = performance.now();
await replica.start();
await waitUntil(async () => {
  if (!(await Promise.all(units.map(usesReplica))).every(Boolean)) throw new Error("The replica is not used again.");
});
const replicaRecovery = performance.now() - replicaStartedAt;
await wait(replicaTime);

office.phase = phases.update;
const restarts: number[] = [];
for (const unit of fullOrMiniature(units, units.slice(0, 1))) {
  const begin = performance.now();
  await unit.restart();
  console.error(`stopped after ${Math.round(performance.now() - begin)} ms`);
  await recoveryOf(unit);
  restarts.push(performance.now() - begin);
  await wait(updatePause);
}
await office.close();

/** Waits until no job is under way; returns how many did not succeed. */
async function failedJobs(client: pg.Client): Promise<number> {
  await waitUntil(async () => {
    const { rows } = await client.query("select from job where state in ('waiting', 'running')");
    if (rows.length > 0) throw new Error("A job did not end.");
  }, 500);
  return (await client.query("select from job where state <> 'done'")).rows.length;
}

/** The number of acknowledged writes that a server does not have, and of additions that it has twice. */
async function compareWrites(client: pg.Client): Promise<{ lost: number; doubled: number }> {
  const { rows } = await client.query<{ id: string; title: string; sort: number }>(
    "select id, title ->> 'en' as title, sort::int as sort from news where title ->> 'en' like 'operation %' and deleted_at is null",
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  let lost = 0;
  for (const { added, counter, acknowledged, sent } of office.writes) {
    for (const [title, id] of added) if (byId.get(id)?.title !== title) lost += 1;
    const value = counter === undefined ? 0 : (byId.get(counter.id)?.sort ?? -1);
    if (value < acknowledged || value > sent) lost += 1;
  }
  return { lost, doubled: rows.length - new Set(rows.map(({ title }) => title)).size };
}

const clientOf = async (address: pg.ClientConfig) => {
  const client = new pg.Client(address);
  await client.connect();
  await client.query("set meridian.tenant = '*'");
  return client;
};
const primaryClient = await clientOf(connection);
const replicaClient = await clientOf(installation.replicaConnection);
const failed = await failedJobs(primaryClient);
const { lost, doubled } = await compareWrites(primaryClient);
await waitUntil(async () => {
  if ((await compareWrites(replicaClient)).lost > lost) throw new Error("The replica lacks writes.");
});
await Promise.all([primaryClient.end(), replicaClient.end()]);

const errorsOf = ({ errors }: Phase) => [...errors.values()].reduce((sum, count) => sum + count, 0);
const all = Object.values(phases);
const sumOf = (count: (phase: Phase) => number) => all.reduce((sum, phase) => sum + count(phase), 0);
for (const [name, phase] of Object.entries(phases)) {
  const { requests, times, errors } = phase;
  for (const [kind, count] of errors) console.error(`${name}: ${count} × ${kind}`);
  const isUpdate = phase === phases.update;
  reportFigure(`operation.${name}.requests`, requests, "requests");
  reportFigure(`operation.${name}.errors`, errorsOf(phase), "requests", isUpdate ? { atMost: 0 } : {});
  reportFigure(`operation.${name}.errors.rate`, (100 * errorsOf(phase)) / Math.max(1, requests), "%", { atMost: 0.1 });
  reportFigure(`operation.${name}.p50`, times.length === 0 ? 0 : median(times), "ms");
  reportFigure(`operation.${name}.p99`, times.length === 0 ? 0 : percentile(times, 0.99), "ms", { atMost: 300 });
}
reportFigure("operation.kills", recoveries.length, "kills", { atLeast: rounds + 1 });
reportFigure("operation.recovery.p50", median(recoveries), "ms");
reportFigure("operation.recovery.max", Math.max(...recoveries), "ms");
reportFigure("operation.replica.reads", readsBefore, "reads", { atLeast: 1 });
reportFigure("operation.replica.recovery", replicaRecovery, "ms");
reportFigure("operation.update.process.max", Math.max(...restarts), "ms");
reportFigure("operation.jobs", jobs, "jobs", { atLeast: rounds });
reportFigure("operation.jobs.failed", failed, "jobs", { atMost: 0 });
reportFigure("operation.saves.repeated", office.repeatedSaves.length, "saves");
reportFigure("operation.saves.repeated.max", Math.max(0, ...office.repeatedSaves), "ms");
const acknowledged = office.writes.reduce((sum, one) => sum + one.added.size + one.acknowledged, 0);
reportFigure("operation.writes.acknowledged", acknowledged, "writes", { atLeast: peopleCount });
reportFigure("operation.writes.lost", lost, "writes", { atMost: 0 });
reportFigure("operation.writes.doubled", doubled, "writes", { atMost: 0 });
reportFigure(
  "operation.signed-out",
  sumOf(({ signedOut }) => signedOut),
  "requests",
  { atMost: 0 },
);
reportFigure(
  "operation.stale-lists",
  sumOf(({ stale }) => stale),
  "lists",
  { atMost: 0 },
);
