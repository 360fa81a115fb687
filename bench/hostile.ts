/**
 * What hostile visitors can do to others: bodies up to 1 MB of every shape to every call while /health/live is asked; large pictures by many
 * people while others sign in; mixed traffic under random hosts, paths, queries and bodies, with every fourth page compared with one that
 * nobody asked for before. Memory is that of the program and its picture process; Linux only.
 */
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { createPasswords } from "#server/identity/passwords.server.ts";
import { noteSeen } from "#features/auth/session/note-seen.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { client } from "../tests/support/client.ts";
import { pepper } from "../tests/support/program.ts";
import { figure, median } from "./figure.ts";
import { shapeFor, type Target } from "./hostile-shapes.ts";
import { ask, mixedTraffic, type Tally } from "./hostile-traffic.ts";
import { startLiveProbe } from "./live-probe.ts";
import { memoryOf, slopeOf } from "./memory.ts";
import { addOwner, openSession, type Owner, platformAdministrator } from "./people.ts";
import { createRandom } from "./random.ts";
import { databaseOf, postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";

const numberOf = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const shapes = numberOf("BENCH_SHAPES", sized(2000, 60));
const pictures = numberOf("BENCH_PICTURES", sized(30, 3));
const trafficTime = numberOf("BENCH_SECONDS", sized(600, 2)) * 1000;
const trafficPages = process.env.BENCH_SECONDS === undefined ? sized(100_000, 10) : 0;
const longestWait = 50;

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 4);
const { url } = program;
const memory = () => memoryOf(program.process.pid!);
const random = createRandom(13);
const sessions = createSessions({ database, noteSeen });
const administrator = await platformAdministrator(database);
let owners = 0;
/** A new space. */
function newOwner(hash?: string): Promise<Owner & { mobile: string }> {
  const mobile = `136${String((owners += 1)).padStart(8, "0")}`;
  return addOwner(database, mobile, `bench-${owners}`, hash).then((owner) => ({ ...owner, mobile }));
}
const newSession = async () => openSession(database, sessions, await newOwner());

type Described = {
  paths: Record<string, Record<string, { parameters: { name: string }[]; requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>>;
}; // prettier-ignore

/** Every call of the registry, as the program describes itself. */
async function describedCalls(): Promise<Target[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Described;
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

/** A visitor, the owner of a space, or the platform's administrator: each with a session of their own, because some requests end it. */
async function newHeaders(number: number): Promise<Record<string, string>> {
  const asAdministrator = () => openSession(database, sessions, administrator, true);
  const token = await [async () => undefined, newSession, asAdministrator][number % 3]!();
  const from = { "x-forwarded-for": `10.1.${(number >> 8) & 255}.${number & 255}` };
  return token === undefined ? from : { ...from, authorization: `Bearer ${token}`, "x-meridian": "1" };
}

type Slow = { longest: number; what: string };

async function sendShapes(): Promise<{ slowest: Slow[]; failed: string[] }> {
  await using probe = startLiveProbe(url);
  const [slowest, failed]: [Slow[], string[]] = [[], []];
  for (let number = 0; number < shapes; number += 1) {
    const target = targets[number % targets.length]!;
    const shape = shapeFor(random, target, Math.floor(number / targets.length) * 7 + number);
    const what = `${shape.kind}, ${shape.body?.length ?? 0} bytes: ${shape.method} ${shape.path.slice(0, 60)}`;
    let longest = Number.POSITIVE_INFINITY;
    // A machine that is busy with something else makes anything wait once: what waits three times waits for us.
    for (let tries = 0; tries < 3 && longest > longestWait; tries += 1) {
      const headers = await newHeaders(number + tries * shapes);
      const send = () =>
        ask(url + shape.path, { ...shape, headers: { ...headers, ...shape.headers } }).catch(() => undefined);
      const { value, longest: waited } = await probe.measure(send);
      longest = Math.min(longest, waited);
      if (value?.status === 500) failed.push(what);
    }
    slowest.push({ longest, what });
  }
  return { slowest: slowest.toSorted((a, b) => b.longest - a.longest), failed };
}

const password = "Harbour7x";
let signIns = 0;

/** ms to sign in by password. */
async function signInTime(mobile: string): Promise<number> {
  const { send } = client({ url });
  const from = {
    "x-forwarded-for": `10.2.${((signIns += 1) >> 8) & 255}.${signIns & 255}`,
    "x-meridian-client": "bearer",
  };
  const begin = performance.now();
  const { status, text } = await send("POST Api/Member/Login", { username: mobile, password }, from);
  if (status !== 200) throw new Error(`A sign-in was answered ${status}: ${text}`);
  return performance.now() - begin;
}

/** Uploads with retries until it is accepted. */
async function upload(token: string, bytes: Buffer): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(bytes)]), "picture");
    const headers = { authorization: `Bearer ${token}`, "x-meridian": "1" };
    const answer = await fetch(`${url}/api/File/Upload`, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status === 200) return refusals;
    if (answer.status !== 429) throw new Error(`A picture was answered ${answer.status}: ${text}`);
    await wait(1000);
  }
}

/** The largest accepted images: a single colour, which is small to send, and noise like photographs of phones. */
async function largePictures(): Promise<Buffer[]> {
  const flat = sharp({ create: { width: 5000, height: 5000, channels: 3, background: "#486" } });
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width: 1428, height: 1071, channels: 3, background: "#486", noise } as const;
  const grain = await sharp({ create }).png().toBuffer();
  const photograph = sharp(grain).resize(5712, 4284).jpeg({ quality: 85 });
  const progressive = sharp(grain).resize(3600, 2700).jpeg({ quality: 85, progressive: true });
  return Promise.all([flat.png(), photograph, progressive].map((picture) => picture.toBuffer()));
}

async function sendPictures() {
  const { mobile } = await newOwner(await (await createPasswords(Buffer.from(pepper))).hash(password));
  const [people, files] = [await Promise.all(Array.from({ length: 10 }, newSession)), await largePictures()];
  const idle: number[] = [];
  for (let n = 0; n < sized(40, 3); n += 1) idle.push(await signInTime(mobile));
  const before = (await memory()).total;
  const [during, samples]: [number[], number[]] = [[], []];
  let isOver = false;
  const sending = Promise.all(
    Array.from({ length: pictures }, (_, n) => upload(people[n % people.length]!, files[n % files.length]!)),
  ).finally(() => (isOver = true));
  const others = (async () => {
    while (!isOver) during.push(await signInTime(mobile));
  })();
  const sampling = (async () => {
    while (!isOver) {
      samples.push((await memory()).total);
      await wait(50);
    }
  })();
  const [refusals] = await Promise.all([sending, others, sampling]);
  // The process that pictures are decoded in ends a while after the last.
  for (let tries = 0; tries < sized(300, 5) && (await memory()).hasPictureProcess; tries += 1) await wait(100);
  const after = (await memory()).total;
  return {
    idle: median(idle),
    during: median(during),
    refusals,
    grown: Math.max(...samples) - before,
    left: after - before,
  };
}

/** MB of cached pages. */
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
  const samples: { at: number; total: number; rest: number }[] = [];
  const tally: Tally = { pages: 0, compared: 0, wrong: [], calls: 0, failed: [] };
  const end = performance.now() + trafficTime;
  // Memory settles after so many pages, not after so long: a machine that others keep busy goes on until it has answered as many.
  const isOver = () => performance.now() > end && tally.pages >= trafficPages;
  const sampling = (async () => {
    while (!isOver()) {
      const [{ total }, cached] = await Promise.all([memory(), cachedMegabytes()]);
      samples.push({ at: performance.now(), total, rest: total - cached });
      await wait(sized(2000, 200));
    }
  })();
  const site = { url, paths, codes, targets, tokens };
  await Promise.all([mixedTraffic({ random, site, tally }, 8, isOver), sampling]);
  return { ...tally, samples };
}

const { slowest, failed } = await sendShapes();
for (const { longest, what } of slowest.slice(0, 10)) console.error(`${longest.toFixed(1)} ms  ${what}`);
for (const what of failed.slice(0, 20)) console.error(`500  ${what}`);
figure("hostile.shapes", slowest.length, "requests", { atLeast: shapes });
figure("hostile.calls", targets.length, "calls");
figure("hostile.shapes.live.max", slowest[0]!.longest, "ms", { atMost: longestWait });
figure("hostile.shapes.live.p99", slowest[Math.floor(slowest.length / 100)]!.longest, "ms");
figure("hostile.shapes.failed", failed.length, "answers 500", { atMost: 0 });

const sent = await sendPictures();
figure("hostile.pictures", sent.refusals.length, "pictures", { atLeast: pictures });
figure(
  "hostile.pictures.told-to-wait",
  sent.refusals.reduce((sum, refusal) => sum + refusal, 0),
  "answers",
);
figure("hostile.sign-in.idle.p50", sent.idle, "ms");
figure("hostile.sign-in.during.p50", sent.during, "ms");
figure("hostile.sign-in.ratio", sent.during / sent.idle, "", { atMost: 2 });
figure("hostile.pictures.memory", sent.grown, "MB more", { atMost: 150 });
figure("hostile.pictures.memory.after", sent.left, "MB more", { atMost: 50 });

const traffic = await sendTraffic();
for (const what of traffic.wrong.slice(0, 20)) console.error(`another page: ${what}`);
for (const what of traffic.failed.slice(0, 20)) console.error(what);
if (traffic.failed.length > 0) console.error(program.output().slice(-20_000));
figure("hostile.traffic.pages", traffic.pages, "pages");
figure("hostile.traffic.calls", traffic.calls, "calls");
figure("hostile.traffic.compared", traffic.compared, "pages", { atLeast: 1 });
figure("hostile.traffic.wrong", traffic.wrong.length, "pages", { atMost: 0 });
figure("hostile.traffic.failed", traffic.failed.length, "answers 5xx", { atMost: 0 });
// The page cache fills up to its limit at a speed that depends on the machine: only growth besides it counts.
const settled = traffic.samples
  .slice(Math.floor(traffic.samples.length / 2))
  .map(({ at, rest }) => ({ at, total: rest }));
figure("hostile.memory.start", traffic.samples[0]!.total, "MB");
figure("hostile.memory.end", traffic.samples.at(-1)!.total, "MB");
figure("hostile.memory.slope", slopeOf(settled), "MB a minute beside the page cache, second half", { atMost: 3 });
