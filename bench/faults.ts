/**
 * 300 people read and write while, round by round, the application, its supervisor, the database server or one of the database's own
 * processes is killed (kill -9). Everything has to come back by itself, and every write that was acknowledged has to be there. Linux only:
 * it finds the processes in /proc.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { client, contentOf } from "../tests/support/client.ts";
import { launch } from "../tests/support/program.ts";
import { figure, median } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { processesOf } from "./leftovers.ts";
import { postgresOf, seededFolder, signInAdministrator } from "./running-app.ts";
import { sized } from "./size.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? sized(20, 4));
const people = sized(300, 10);
const targets = ["application", "supervisor", "database", "database process"] as const;
/** ms: under load before and after the kill, and how long coming back may take. */
const [before, after, patience] = [sized(1500, 300), sized(1500, 300), 30_000];

type Row = { id: string; version: number };

await using folder = await seededFolder();
const dataFolder = folder.path;
/** The program's processes, by the file they run. */
async function pidsOf(file: string): Promise<number[]> {
  const processes = await processesOf(`DATA_DIR=${dataFolder}`);
  return processes.filter(({ command }) => command.split(" ")[1]?.endsWith(file)).map(({ pid }) => pid);
}

/** Stops the program: whatever process is running it by now. */
async function stopProgram(): Promise<void> {
  for (const pid of await pidsOf("supervisor.server.js")) process.kill(pid, "SIGTERM");
  while ((await pidsOf("main.server.js")).length > 0) await wait(50);
}

const settings = { DATA_DIR: dataFolder, PORT: String(await freePort()), LOG_LEVEL: "fatal", DATABASE_POOL: "20" };
await using postgres = await postgresOf(dataFolder);
await using resources = new AsyncDisposableStack();
resources.defer(stopProgram);
const { url } = await launch(settings, ".", { file: "supervisor" });
const token = await signInAdministrator({ url, output: () => folder.firstOutput });
const { send } = client({ url }, { token });

const postmaster = async () =>
  Number((await readFile(path.join(dataFolder, "postgres/cluster/postmaster.pid"), "utf8")).split("\n", 1)[0]);

async function databaseProcess(): Promise<number> {
  const parent = await postmaster();
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, "utf8")).trim().split(" ");
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return Number(children[commands.findIndex((command) => command.includes("meridian meridian"))]);
}

async function pidOf(target: (typeof targets)[number]): Promise<number> {
  if (target === "database") return postmaster();
  if (target === "database process") return databaseProcess();
  return (await pidsOf(target === "application" ? "main.server.js" : "supervisor.server.js"))[0]!;
}

/** The writes that were acknowledged to one person. */
type Promised = { added: string[]; counter: Row; sent: number; acknowledged: number };

const news = (title: string, sort: number) => ({
  type: "news",
  title: { zh: title, en: title },
  kind: "company",
  status: "draft",
  sort,
});

async function newCounter(index: number): Promise<Promised> {
  const answer = await send("POST Api/{type}/QueryAdd", news(`counter ${index}`, 0));
  return { added: [], counter: contentOf(answer) as Row, sent: 0, acknowledged: 0 };
}

const tally = { answered: 0, refused: 0, lost: 0 };
let isOver = false;
/** When a write was last acknowledged that had been sent after `since`. */
let since = Number.POSITIVE_INFINITY;
let isBack: (() => void) | undefined;

function noteWrite(started: number): void {
  if (started > since) isBack?.();
}

async function add(promised: Promised, started: number): Promise<number> {
  const answer = await send("POST Api/{type}/QueryAdd", news("an addition", 1));
  if (answer.status === 200) {
    promised.added.push((contentOf(answer) as Row).id);
    noteWrite(started);
  }
  return answer.status;
}

/** Increments once. After a lost response, the version has to be read again, as by any client. */
async function countOn(promised: Promised, started: number): Promise<number> {
  const { id, version } = promised.counter;
  promised.sent += 1;
  const value = promised.sent;
  const answer = await send("POST Api/{type}/QueryUpdate", { type: "news", id, version, sort: value });
  if (answer.status === 200) {
    promised.counter = contentOf(answer) as Row;
    promised.acknowledged = value;
    noteWrite(started);
  } else {
    const found = await send("GET Api/{type}/QueryById", { type: "news", id });
    if (found.status === 200) promised.counter = contentOf(found) as Row;
  }
  return answer.status;
}

const reads = [
  () => fetch(`${url}/index`).then(async (answer) => (await answer.text(), answer.status)),
  () => send("GET Api/{type}/QueryPageList", { type: "news", status: "draft" }).then(({ status }) => status),
];

async function act(promised: Promised, turn: number): Promise<number> {
  const started = performance.now();
  if (turn % 4 === 0) return add(promised, started);
  if (turn % 4 === 1) return countOn(promised, started);
  return reads[turn % reads.length]!();
}

async function work(promised: Promised, index: number): Promise<void> {
  for (let turn = index; !isOver; turn += 1) {
    const status = await act(promised, turn).catch(() => 0);
    if (status === 200) tally.answered += 1;
    else if (status === 0) tally.lost += 1;
    else tally.refused += 1;
    // As a client that was told to retry, or got no response.
    if (status !== 200) await wait(100);
  }
}

/** A new connection to the database, which may be restarting. @throws Error when it does not come back */
async function connect(): Promise<pg.Client> {
  const end = performance.now() + patience;
  for (;;) {
    const database = new pg.Client(postgres.connection);
    try {
      await database.connect();
      return database;
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(100);
    }
  }
}

/** Compares acknowledged writes with the database. */
async function brokenPromises(all: Promised[]): Promise<number> {
  const database = await connect();
  try {
    await database.query("set meridian.tenant = '*'");
    const added = all.flatMap((promised) => promised.added);
    const rows = await database.query("select from news where id = any($1::uuid[]) and deleted_at is null", [added]);
    const ids = all.map(({ counter }) => counter.id);
    const counters = await database.query<{ id: string; sort: number }>(
      "select id, sort::int as sort from news where id = any($1::uuid[])",
      [ids],
    );
    const values = new Map(counters.rows.map(({ id, sort }) => [id, sort]));
    const isStored = ({ counter, acknowledged, sent }: Promised) => {
      const value = values.get(counter.id) ?? -1;
      return value >= acknowledged && value <= sent;
    };
    return added.length - rows.rowCount! + all.filter((promised) => !isStored(promised)).length;
  } finally {
    await database.end();
  }
}

/** One kill under load. Returns the ms until a later write was acknowledged. */
async function round(target: (typeof targets)[number], all: Promised[]): Promise<number> {
  isOver = false;
  const working = all.map(work);
  await wait(before);
  const back = new Promise<void>((resolve) => (isBack = resolve));
  const pid = await pidOf(target);
  process.kill(pid, "SIGKILL");
  since = performance.now();
  const inTime = await Promise.race([back.then(() => true), wait(patience, false)]);
  const took = performance.now() - since;
  await wait(after);
  since = Number.POSITIVE_INFINITY;
  isOver = true;
  await Promise.all(working);
  if (!inTime) throw new Error(`The ${target} (${pid}) was killed and did not come back within ${patience / 1000} s.`);
  return took;
}

const all: Promised[] = [];
for (let index = 0; index < people; index += 1) all.push(await newCounter(index));
const [times, broken] = [[] as number[], [] as number[]];
for (let n = 0; n < rounds; n += 1) {
  const target = targets[n % targets.length]!;
  times.push(await round(target, all));
  broken.push(await brokenPromises(all));
  console.error(`${n + 1}/${rounds} ${target}: back after ${Math.round(times.at(-1)!)} ms`);
}
figure("faults.rounds", times.length, "rounds", { atLeast: rounds });
figure("faults.requests", tally.answered + tally.refused + tally.lost, "requests");
figure("faults.unanswered", tally.lost, "requests");
figure("faults.refused", tally.refused, "requests");
figure(
  "faults.writes.acknowledged",
  all.reduce((sum, run) => sum + run.added.length + run.acknowledged, 0),
  "writes",
);
figure("faults.writes.lost", Math.max(...broken), "writes", { atMost: 0 });
figure("faults.back.p50", median(times), "ms");
figure("faults.back.max", Math.max(...times), "ms", { atMost: patience });
// Its server was killed: this process reconnects to be the last one that uses it, and shuts it down.
await postgres.ensureRunning();
