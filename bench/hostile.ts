/**
 * The effect of hostile visitors on others: bodies of up to 1 MB and of every shape to every call, while /health/live is requested; large pictures by
 * many people, while others sign in; and mixed traffic with random hosts, paths, queries and bodies, in which every fourth page is compared with a
 * fresh rendering. The memory is that of the program and its picture process. Linux only.
 */
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { client } from "../tests/support/client.ts";
import { pepper } from "../tests/support/program.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, median } from "./figure.ts";
import { shapeFor, type Target } from "./hostile-shapes.ts";
import { sendRequest, mixedTraffic, type Tally } from "./hostile-traffic.ts";
import { startLiveProbe } from "./live-probe.ts";
import { memoryOf, slopeOf } from "./memory.ts";
import { addOwner, openSession, type Owner, platformAdministrator } from "./people.ts";
import { createRandom } from "./random.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const numberFromEnv = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const shapeCount = numberFromEnv("BENCH_SHAPES", fullOrMiniature(2000, 60));
const pictureCount = numberFromEnv("BENCH_PICTURES", fullOrMiniature(30, 3));
/** ms of traffic at least. */
const trafficTime = numberFromEnv("BENCH_SECONDS", fullOrMiniature(600, 2)) * 1000;
const minPages = process.env.BENCH_SECONDS === undefined ? fullOrMiniature(100_000, 10) : 0;
/** ms that /health/live may take. */
const maxLiveTime = 50;

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 4);
const { url } = program;
const memory = () => memoryOf(program.process.pid!);
const random = createRandom(13);
const sessions = createSessions({ database, recordVisit });
const administrator = await platformAdministrator(database);
let ownerCount = 0;
/** Adds a space with an owner, who can sign in by password if `hash` is given. */
function newOwner(hash?: string): Promise<Owner & { mobile: string }> {
  const mobile = `136${String((ownerCount += 1)).padStart(8, "0")}`;
  return addOwner(database, mobile, `bench-${ownerCount}`, hash).then((owner) => ({ ...owner, mobile }));
}
const newSession = async () => openSession(database, sessions, await newOwner());

type OpenApi = {
  paths: Record<string, Record<string, { parameters: { name: string }[]; requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>>;
}; // prettier-ignore

/** All calls of the program, from its OpenAPI document. */
async function describedCalls(): Promise<Target[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const properties = requestBody?.content["application/json"]?.schema.properties ?? {};
      return {
        method: method.toUpperCase(),
        path,
        names: [...parameters.map(({ name }) => name), ...Object.keys(properties)],
      };
    }),
  );
}

const targets = await describedCalls();
if (targets.length < 50) throw new Error(`Only ${targets.length} calls are described.`);

/** The headers of a visitor, a space's owner or the platform's administrator. Each call opens a new session, because some requests end their session. */
async function newHeaders(number: number): Promise<Record<string, string>> {
  const newAdministratorSession = () => openSession(database, sessions, administrator, true);
  const token = await [async () => undefined, newSession, newAdministratorSession][number % 3]!();
  const addressHeaders = { "x-forwarded-for": `10.1.${(number >> 8) & 255}.${number & 255}` };
  return token === undefined
    ? addressHeaders
    : { ...addressHeaders, authorization: `Bearer ${token}`, "x-meridian": "1" };
}

/** `longest`: the longest time of /health/live during a request, in ms. */
type Delay = { longest: number; description: string };

async function sendShapes(): Promise<{ slowest: Delay[]; failed: string[] }> {
  await using probe = startLiveProbe(url);
  const [slowest, failed]: [Delay[], string[]] = [[], []];
  for (let number = 0; number < shapeCount; number += 1) {
    const target = targets[number % targets.length]!;
    const shape = shapeFor(random, target, Math.floor(number / targets.length) * 7 + number);
    const description = `${shape.kind}, ${shape.body?.length ?? 0} bytes: ${shape.method} ${shape.path.slice(0, 60)}`;
    let longest = Number.POSITIVE_INFINITY;
    // Other load on the machine can delay a single request, so only a delay in all three tries counts.
    for (let tries = 0; tries < 3 && longest > maxLiveTime; tries += 1) {
      const headers = await newHeaders(number + tries * shapeCount);
      const send = () =>
        sendRequest(url + shape.path, { ...shape, headers: { ...headers, ...shape.headers } }).catch(() => undefined);
      const { value, longest: longestOfTry } = await probe.measure(send);
      longest = Math.min(longest, longestOfTry);
      if (value?.status === 500) failed.push(description);
    }
    slowest.push({ longest, description });
  }
  return { slowest: slowest.toSorted((a, b) => b.longest - a.longest), failed };
}

const password = "Harbour7x";
let signIns = 0;

/** Signs in by password; resolves to the ms until the response. */
async function signInTime(mobile: string): Promise<number> {
  const { send } = client({ url });
  const addressHeaders = {
    "x-forwarded-for": `10.2.${((signIns += 1) >> 8) & 255}.${signIns & 255}`,
    "x-meridian-client": "bearer",
  };
  const begin = performance.now();
  const { status, text } = await send("POST Api/Member/Login", { username: mobile, password }, addressHeaders);
  if (status !== 200) throw new Error(`A sign-in got status ${status}: ${text}`);
  return performance.now() - begin;
}

/** Uploads a picture, with retries until the server accepts it; resolves to the number of refusals. */
async function upload(token: string, bytes: Buffer): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(bytes)]), "picture");
    const headers = { authorization: `Bearer ${token}`, "x-meridian": "1" };
    const answer = await fetch(`${url}/api/File/Upload`, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status === 200) return refusals;
    if (answer.status !== 429) throw new Error(`A picture got status ${answer.status}: ${text}`);
    await wait(1000);
  }
}

/** The largest accepted images: one of a single colour, which is a small file, and two with noise like the photographs of a phone. */
async function largePictures(): Promise<Buffer[]> {
  const scale = fullOrMiniature(1, 0.1);
  const sized = (size: number) => Math.round(size * scale);
  const flat = sharp({ create: { width: sized(5000), height: sized(5000), channels: 3, background: "#486" } });
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width: 1428, height: 1071, channels: 3, background: "#486", noise } as const;
  const grain = await sharp({ create }).png().toBuffer();
  const photograph = sharp(grain).resize(sized(5712), sized(4284)).jpeg({ quality: 85 });
  const progressive = sharp(grain).resize(sized(3600), sized(2700)).jpeg({ quality: 85, progressive: true });
  return Promise.all([flat.png(), photograph, progressive].map((picture) => picture.toBuffer()));
}

async function sendPictures() {
  const { mobile } = await newOwner(
    await (await createPasswords({ key: Buffer.from(pepper), previous: [] })).hash(password),
  );
  const uploaderTokens = await Promise.all(Array.from({ length: 10 }, newSession));
  const files = await largePictures();
  const idleTimes: number[] = [];
  for (let n = 0; n < fullOrMiniature(40, 3); n += 1) idleTimes.push(await signInTime(mobile));
  const before = (await memory()).total;
  const timesDuringUploads: number[] = [];
  const samples: number[] = [];
  let isOver = false;
  const sending = Promise.all(
    Array.from({ length: pictureCount }, (_, n) =>
      upload(uploaderTokens[n % uploaderTokens.length]!, files[n % files.length]!),
    ),
  ).finally(() => (isOver = true));
  const signingIn = (async () => {
    while (!isOver) timesDuringUploads.push(await signInTime(mobile));
  })();
  const sampling = (async () => {
    while (!isOver) {
      samples.push((await memory()).total);
      await wait(50);
    }
  })();
  const [refusals] = await Promise.all([sending, signingIn, sampling]);
  // The process that decodes pictures ends some time after the last picture.
  for (let tries = 0; tries < fullOrMiniature(300, 5) && (await memory()).hasPictureProcess; tries += 1)
    await wait(100);
  const after = (await memory()).total;
  return {
    idle: median(idleTimes),
    during: median(timesDuringUploads),
    refusals,
    memoryGrowth: Math.max(...samples) - before,
    memoryLeft: after - before,
  };
}

/** MB of pages in the program's cache. */
async function cachedMegabytes(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^public_pages_cache_bytes (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error("The program does not say how many pages it keeps.");
  return Number(bytes) / 1024 / 1024;
}

async function sendTraffic() {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...new Set([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!.replaceAll("&amp;", "&").replace(/^https?:\/\/[^/]+/, "").replace(/[?&]language=\w+/, "")))]; // prettier-ignore
  const codes = ["bench-1", "bench-2", "bench-3"];
  const tokens = await Promise.all(Array.from({ length: 20 }, newSession));
  const samples: { time: number; total: number; totalWithoutCache: number }[] = [];
  const tally: Tally = { pages: 0, compared: 0, wrong: [], calls: 0, failed: [] };
  const end = performance.now() + trafficTime;
  // Memory becomes stable after a number of pages, not after a time, so a busy machine continues until it has served that many.
  const isOver = () => performance.now() > end && tally.pages >= minPages;
  const sampling = (async () => {
    while (!isOver()) {
      const [{ total }, cached] = await Promise.all([memory(), cachedMegabytes()]);
      samples.push({ time: performance.now(), total, totalWithoutCache: total - cached });
      await wait(fullOrMiniature(2000, 200));
    }
  })();
  const site = { url, paths, codes, targets, tokens };
  await Promise.all([mixedTraffic({ random, site, tally }, 8, isOver), sampling]);
  return { ...tally, samples };
}

const { slowest, failed } = await sendShapes();
for (const { longest, description } of slowest.slice(0, 10)) console.error(`${longest.toFixed(1)} ms  ${description}`);
for (const description of failed.slice(0, 20)) console.error(`500  ${description}`);
reportFigure("hostile.shapes", slowest.length, "requests", { atLeast: shapeCount });
reportFigure("hostile.calls", targets.length, "calls");
reportFigure("hostile.shapes.live.max", slowest[0]!.longest, "ms", { atMost: maxLiveTime });
reportFigure("hostile.shapes.live.p99", slowest[Math.floor(slowest.length / 100)]!.longest, "ms");
reportFigure("hostile.shapes.failed", failed.length, "answers 500", { atMost: 0 });

const pictureResult = await sendPictures();
reportFigure("hostile.pictures", pictureResult.refusals.length, "pictures", { atLeast: pictureCount });
reportFigure(
  "hostile.pictures.told-to-wait",
  pictureResult.refusals.reduce((sum, refusal) => sum + refusal, 0),
  "answers",
);
reportFigure("hostile.sign-in.idle.p50", pictureResult.idle, "ms");
reportFigure("hostile.sign-in.during.p50", pictureResult.during, "ms");
reportFigure("hostile.sign-in.ratio", pictureResult.during / pictureResult.idle, "", { atMost: 2 });
reportFigure("hostile.pictures.memory", pictureResult.memoryGrowth, "MB more", { atMost: 150 });
reportFigure("hostile.pictures.memory.after", pictureResult.memoryLeft, "MB more", { atMost: 50 });

const trafficResult = await sendTraffic();
for (const description of trafficResult.wrong.slice(0, 20)) console.error(`another page: ${description}`);
for (const description of trafficResult.failed.slice(0, 20)) console.error(description);
if (trafficResult.failed.length > 0) console.error(program.output().slice(-20_000));
reportFigure("hostile.traffic.pages", trafficResult.pages, "pages");
reportFigure("hostile.traffic.calls", trafficResult.calls, "calls");
reportFigure("hostile.traffic.compared", trafficResult.compared, "pages", { atLeast: 1 });
reportFigure("hostile.traffic.wrong", trafficResult.wrong.length, "pages", { atMost: 0 });
reportFigure("hostile.traffic.failed", trafficResult.failed.length, "answers 5xx", { atMost: 0 });
// Without the page cache, which grows up to its limit at a speed that depends on the machine.
const settledSamples = trafficResult.samples
  .slice(Math.floor(trafficResult.samples.length / 2))
  .map(({ time, totalWithoutCache }) => ({ time, total: totalWithoutCache }));
reportFigure("hostile.memory.start", trafficResult.samples[0]!.total, "MB");
reportFigure("hostile.memory.end", trafficResult.samples.at(-1)!.total, "MB");
reportFigure("hostile.memory.slope", slopeOf(settledSamples), "MB a minute beside the page cache, second half", {
  atMost: 3,
});
