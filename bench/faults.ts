/**
 * 300 people read and write while, round by round, the application, its supervisor, the database server or one of the database's own processes is
 * killed (kill -9). The program must recover by itself, and every acknowledged write must be stored. Linux only: the processes are found in /proc.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { client, contentOf } from "../tests/support/client.ts";
import { launch } from "../tests/support/program.ts";
import { reportFigure, median } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { pidsOf, stopProgram } from "./leftovers.ts";
import { postgresOf, seededFolder, signInAdministrator } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? fullOrMiniature(20, 4));
const peopleCount = fullOrMiniature(300, 10);
const targets = ["application", "supervisor", "database", "database process"] as const;
/** ms of load before and after each kill. */
const loadTime = fullOrMiniature(1500, 300);
/** ms between two actions of a person. */
const thinkTime = fullOrMiniature(0, 50);
/** ms within which the program must recover. */
const recoveryTimeout = 30_000;

type Row = { id: string; version: number };

await using folder = await seededFolder();
const dataFolder = folder.path;
const settings = { DATA_DIR: dataFolder, PORT: String(await freePort()), LOG_LEVEL: "fatal", DATABASE_POOL: "20" };
await using postgres = await postgresOf(dataFolder);
await using resources = new AsyncDisposableStack();
resources.defer(() => stopProgram(dataFolder));
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
  return (await pidsOf(dataFolder, target === "application" ? "main.server.js" : "supervisor.server.js"))[0]!;
}

/**
 * One person's writes: the ids of acknowledged additions, and a row whose `sort` the person increments. `sent` and `acknowledged`: the last value that
 * was sent, and the last that the server acknowledged.
 */
type Writer = { added: string[]; counter: Row; sent: number; acknowledged: number };

const newsInput = (title: string, sort: number) => ({
  type: "news",
  title: { zh: title, en: title },
  kind: "company",
  status: "draft",
  sort,
});

async function newWriter(index: number): Promise<Writer> {
  const answer = await send("POST Api/{type}/QueryAdd", newsInput(`counter ${index}`, 0));
  return { added: [], counter: contentOf(answer) as Row, sent: 0, acknowledged: 0 };
}

const tally = { answered: 0, refused: 0, lost: 0 };
let isRoundOver = false;
/** Time of the last kill: `onRecovered` is called when a write that was sent after it is acknowledged. Infinity between the rounds. */
let killedAt = Number.POSITIVE_INFINITY;
let onRecovered: (() => void) | undefined;

function noteAcknowledged(sentAt: number): void {
  if (sentAt > killedAt) onRecovered?.();
}

async function add(writer: Writer, sentAt: number): Promise<number> {
  const answer = await send("POST Api/{type}/QueryAdd", newsInput("an addition", 1));
  if (answer.status === 200) {
    writer.added.push((contentOf(answer) as Row).id);
    noteAcknowledged(sentAt);
  }
  return answer.status;
}

/** Increments the counter once. If the response is missing or an error, reads the version of the row again. */
async function increment(writer: Writer, sentAt: number): Promise<number> {
  const { id, version } = writer.counter;
  writer.sent += 1;
  const value = writer.sent;
  const answer = await send("POST Api/{type}/QueryUpdate", { type: "news", id, version, sort: value });
  if (answer.status === 200) {
    writer.counter = contentOf(answer) as Row;
    writer.acknowledged = value;
    noteAcknowledged(sentAt);
  } else {
    const current = await send("GET Api/{type}/QueryById", { type: "news", id });
    if (current.status === 200) writer.counter = contentOf(current) as Row;
  }
  return answer.status;
}

const reads = [
  () => fetch(`${url}/index`).then(async (answer) => (await answer.text(), answer.status)),
  () => send("GET Api/{type}/QueryPageList", { type: "news", status: "draft" }).then(({ status }) => status),
];

async function act(writer: Writer, turn: number): Promise<number> {
  const sentAt = performance.now();
  if (turn % 4 === 0) return add(writer, sentAt);
  if (turn % 4 === 1) return increment(writer, sentAt);
  return reads[turn % reads.length]!();
}

async function work(writer: Writer, index: number): Promise<void> {
  for (let turn = index; !isRoundOver; turn += 1) {
    const status = await act(writer, turn).catch(() => 0);
    if (status === 200) tally.answered += 1;
    else if (status === 0) tally.lost += 1;
    else tally.refused += 1;
    // Real clients wait before a retry as well.
    if (status !== 200) await wait(100);
    else if (thinkTime > 0) await wait(thinkTime);
  }
}

/** Connects to the database, with retries while it restarts. @throws if it does not accept a connection within `recoveryTimeout` */
async function connect(): Promise<pg.Client> {
  const deadline = performance.now() + recoveryTimeout;
  for (;;) {
    const database = new pg.Client(postgres.connection);
    try {
      await database.connect();
      return database;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}

/** The number of acknowledged writes that the database does not contain. */
async function countLostWrites(writers: Writer[]): Promise<number> {
  const database = await connect();
  try {
    await database.query("set meridian.tenant = '*'");
    const added = writers.flatMap((writer) => writer.added);
    const rows = await database.query("select from news where id = any($1::uuid[]) and deleted_at is null", [added]);
    const ids = writers.map(({ counter }) => counter.id);
    const counters = await database.query<{ id: string; sort: number }>(
      "select id, sort::int as sort from news where id = any($1::uuid[])",
      [ids],
    );
    const values = new Map(counters.rows.map(({ id, sort }) => [id, sort]));
    const isStored = ({ counter, acknowledged, sent }: Writer) => {
      const value = values.get(counter.id) ?? -1;
      return value >= acknowledged && value <= sent;
    };
    return added.length - rows.rowCount! + writers.filter((writer) => !isStored(writer)).length;
  } finally {
    await database.end();
  }
}

/** Kills `target` under load. Resolves to the ms until a write that was sent after the kill is acknowledged. */
async function killUnderLoad(target: (typeof targets)[number], writers: Writer[]): Promise<number> {
  isRoundOver = false;
  const working = writers.map(work);
  await wait(loadTime);
  const recovered = new Promise<void>((resolve) => (onRecovered = resolve));
  const pid = await pidOf(target);
  process.kill(pid, "SIGKILL");
  killedAt = performance.now();
  const hasRecovered = await Promise.race([recovered.then(() => true), wait(recoveryTimeout, false)]);
  const recoveryTime = performance.now() - killedAt;
  await wait(loadTime);
  killedAt = Number.POSITIVE_INFINITY;
  isRoundOver = true;
  await Promise.all(working);
  if (!hasRecovered)
    throw new Error(`The ${target} (${pid}) was killed and did not come back within ${recoveryTimeout / 1000} s.`);
  return recoveryTime;
}

const writers: Writer[] = [];
for (let index = 0; index < peopleCount; index += 1) writers.push(await newWriter(index));
const times: number[] = [];
const lostWrites: number[] = [];
for (let n = 0; n < rounds; n += 1) {
  const target = targets[n % targets.length]!;
  times.push(await killUnderLoad(target, writers));
  lostWrites.push(await countLostWrites(writers));
  console.error(`${n + 1}/${rounds} ${target}: back after ${Math.round(times.at(-1)!)} ms`);
}
reportFigure("faults.rounds", times.length, "rounds", { atLeast: rounds });
reportFigure("faults.requests", tally.answered + tally.refused + tally.lost, "requests");
reportFigure("faults.unanswered", tally.lost, "requests");
reportFigure("faults.refused", tally.refused, "requests");
reportFigure(
  "faults.writes.acknowledged",
  writers.reduce((sum, run) => sum + run.added.length + run.acknowledged, 0),
  "writes",
);
reportFigure("faults.writes.lost", Math.max(...lostWrites), "writes", { atMost: 0 });
reportFigure("faults.back.p50", median(times), "ms");
reportFigure("faults.back.max", Math.max(...times), "ms", { atMost: recoveryTimeout });
// The database server was killed: starts it again, so that this process is its last user and shuts it down.
await postgres.ensureRunning();
