/**
 * Exports of lists to files: the memory and processor time of an export of 10,000 rows with 30 columns, alone and four at once; and the time of an
 * export of 100,000 rows as a job, also if the program is killed half way and another process completes the job. A library that the program does not
 * use reads the files back. Linux only.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { readSheet } from "read-excel-file/node";
import type { CallOutput } from "#kit/call.ts";
import { maxExportRows } from "#kit/export.ts";
import { isUnderWay } from "#kit/job.ts";
import { openQueue, queues } from "#server/jobs/queue.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { entitiesTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { type Client, client, contentOf } from "../tests/support/client.ts";
import { launch, type Program } from "../tests/support/program.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, median } from "./figure.ts";
import { memoryOf } from "./memory.ts";
import { addOwner, openSession } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const pageRows = fullOrMiniature(maxExportRows, 60);
const listRows = fullOrMiniature(100_000, 12_000);
const rounds = fullOrMiniature(5, 1);
const peopleCount = 4;
/** ms until the program has returned freed memory to the system. */
const settleTime = fullOrMiniature(5000, 10);
/** ms between two samples of the program's memory. */
const sampleInterval = 10;
/** The kernel counts the processor time of processes in ticks. */
const ticksPerSecond = 100;

const columnName = (text: string) => ({ zh: `${text}列`, en: text });
const stateKeys = ["spare", "running", "retired"];
const choices = stateKeys.map((key) => ({ key, name: { zh: `状态${key}`, en: `State ${key}` } }));
const fieldExamples = {
  text: { type: "textbox" },
  words: { type: "textbox", localized: true },
  amount: { type: "decimal" },
  whole: { type: "number" },
  isOn: { type: "switch" },
  at: { type: "datepicker" },
  day: { type: "date" },
  kind: { type: "dropdownlist", options: choices },
  note: { type: "textarea", max: 2000 },
} as const;
const fieldTypes = Object.entries(fieldExamples);
/** 27 fields; the id and the two times of a row are the other columns of the file. */
const fields = Object.fromEntries(
  Array.from({ length: 27 }, (_, n) => {
    const [name, field] = fieldTypes[n % fieldTypes.length]!;
    return [`${name}${n}`, { ...field, name: columnName(`${name} ${n}`) }];
  }),
);
const fieldNames = Object.keys(fields);
const definition = {
  type: "asset",
  name: columnName("Asset"),
  access: Object.fromEntries(["read", "add", "update", "delete", "export"].map((verb) => [verb, "administrator"])),
  fields,
  titleField: "text0",
  groups: [{ name: columnName("Everything"), fields: fieldNames }],
  list: { columns: fieldNames.slice(0, 6), sort: { field: "createdAt", direction: "desc" } },
};

/** SQL for the values of row `n`. */
const rowValues = sql.raw(
  fieldNames
    .map((name) => {
      const value = {
        text: `'Device ' || n || ' of the harbour'`,
        words: `jsonb_build_object('zh', '港口设备第' || n || '号', 'en', 'Harbour device number ' || n)`,
        amount: `n * 1.25`,
        whole: `n % 977`,
        isOn: `n % 3 = 0`,
        at: `to_char('2026-01-01'::timestamp + n * interval '7 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`,
        day: `to_char('2026-01-01'::date + n % 300, 'YYYY-MM-DD')`,
        kind: `(array['${stateKeys.join("','")}'])[n % 3 + 1]`,
        note: `'Seen on the round of week ' || n % 52 || ': in order & clean, nothing to do.'`,
      }[name.replace(/\d+$/, "")]!;
      return `'${name}', ${value}`;
    })
    .join(", "),
);

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1" });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 4);
const owner = await addOwner(database, "13600000001", "bench-export");
const sessions = createSessions({ database, recordVisit });

/** Adds rows number `from + 1` to `count`. */
async function addRows(from: number, count: number): Promise<void> {
  for (let start = from; start < count; start += 10_000)
    await database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`insert into record (id, tenant_id, entity_id, created_at, updated_at, data)
        select gen_random_uuid(), ${owner.tenantId}::uuid, ${entityId}::uuid, '2026-01-01'::timestamptz + n * interval '1 second',
          '2026-01-01'::timestamptz + n * interval '1 second', jsonb_build_object(${rowValues})
        from generate_series(${start + 1}::int, ${Math.min(count, start + 10_000)}::int) n`),
    );
}

/** Adds another administrator to the same space; resolves to the token of a session. */
async function addAdministrator(n: number): Promise<{ token: string }> {
  const [accountId, memberId, mobile] = [newId(), newId(), `1360000010${n}`];
  await database.system(async (tx) => {
    await tx.rows(sql`insert into account (id, mobile, user_name) values (${accountId}::uuid, ${mobile}, ${mobile})`);
    await tx.rows(sql`insert into member (id, tenant_id, account_id, user_name, mobile, name, is_administrator, status)
      values (${memberId}::uuid, ${owner.tenantId}::uuid, ${accountId}::uuid, ${mobile}, ${mobile}, ${mobile}, true, 'active')`);
  });
  return { token: await openSession(database, sessions, { ...owner, accountId, memberId }) };
}

const entityId = newId();
await database.tenant(owner.tenantId, async (tx) => {
  await tx.rows(sql`insert into entity_definition (id, tenant_id, type, version, definition)
    values (${entityId}::uuid, ${owner.tenantId}::uuid, 'asset', 1, ${JSON.stringify(definition)}::json)`);
  await tx.notifyChanged(entitiesTag(owner.tenantId));
});
await addRows(0, pageRows);

/** The processor time of the program so far, in seconds. */
async function processorTime(): Promise<number> {
  const stat = await readFile(`/proc/${program.process.pid}/stat`, "utf8");
  // The numbers follow the command, which is in brackets and may contain spaces.
  const numbers = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(numbers[11]) + Number(numbers[12])) / ticksPerSecond;
}

/** Runs `run`; resolves to the maximum memory of the program meanwhile, in MB. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
  let peakMemory = 0;
  let hasEnded = false;
  const sampling = (async () => {
    while (!hasEnded) {
      peakMemory = Math.max(peakMemory, (await memoryOf(program.process.pid!)).total);
      await wait(sampleInterval);
    }
  })();
  await run();
  hasEnded = true;
  await sampling;
  return peakMemory;
}

let addressCount = 0;
/** Headers with a new client address, because limits are per address. */
const newAddress = () => ({
  "x-forwarded-for": `10.9.${(addressCount += 1) >> 8}.${addressCount & 255}`,
  "accept-language": "en",
});
type Member = { token: string; api: Client };
const memberOf = ({ token }: { token: string }, { url }: Pick<Program, "url"> = program): Member => ({
  token,
  api: client({ url }, { token }),
});

async function exportPage({ api }: Member): Promise<string> {
  const answer = await api.send(
    "GET api/Auto/ToExcel",
    { type: "asset", pageSize: pageRows, timeZone: "UTC" },
    newAddress(),
  );
  if (answer.status !== 200) throw new Error(`An export got status ${answer.status} ${answer.text}`);
  return (contentOf(answer) as { value: string }).value;
}
async function bytesOf({ url }: Pick<Program, "url">, { token }: Member, file: string): Promise<Buffer> {
  const answer = await fetch(url + file, { headers: { authorization: `Bearer ${token}`, ...newAddress() } });
  if (answer.status !== 200) throw new Error(`A file got status ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const members: Member[] = [memberOf({ token: await openSession(database, sessions, owner) })];
while (members.length < peopleCount) members.push(memberOf(await addAdministrator(members.length)));
const [firstMember] = members as [Member, ...Member[]];

// The idle memory is that of a program that has answered requests, but has not exported anything.
for (const { api } of members) await api.send("GET Api/{type}/QueryPageList", { type: "asset" }, newAddress());
await wait(settleTime);
const { total: idleMemory } = await memoryOf(program.process.pid!);
const processorTimes: number[] = [];
const peaks: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const before = await processorTime();
  peaks.push(await peakOf(() => exportPage(firstMember)));
  processorTimes.push((await processorTime()) - before);
  await wait(settleTime / 5);
}
const task = `an export of ${pageRows} rows of 30 columns`;
reportFigure(`processor time of ${task}, median`, median(processorTimes), "s", { atMost: 0.6 });
reportFigure(`memory above idle (${Math.round(idleMemory)} MB) of ${task}, median`, median(peaks) - idleMemory, "MB", {
  atMost: 40,
});
const togetherStartedAt = performance.now();
const peakMemory = await peakOf(() => Promise.all(members.map(exportPage)));
reportFigure(`${peopleCount} people with ${task} each, at once`, (performance.now() - togetherStartedAt) / 1000, "s");
reportFigure(`memory above idle of ${peopleCount} at once`, peakMemory - idleMemory, "MB");

/** The number of cells that another library reads differently from the stored values. */
async function countWrongCells(file: Buffer, rowCount: number): Promise<number> {
  const [head, ...rows] = await readSheet(file);
  let wrongCount = Number(rows.length !== rowCount) + Number(head?.length !== 30);
  rows.forEach((row, index) => {
    const n = rowCount - index;
    fieldNames.forEach((name) => {
      const expected: Record<string, unknown> = {
        text: `Device ${n} of the harbour`,
        words: `Harbour device number ${n}`,
        amount: n * 1.25,
        whole: n % 977,
        isOn: n % 3 === 0 ? "Yes" : "No",
        at: Date.UTC(2026, 0, 1) + n * 7 * 60_000,
        day: Date.UTC(2026, 0, 1 + (n % 300)),
        kind: `State ${stateKeys[n % 3]}`,
        note: `Seen on the round of week ${n % 52}: in order & clean, nothing to do.`,
      };
      const cell = row[head!.indexOf(columnName(fields[name]!.name.en).en)];
      // Sheets store times as fractions of days, which other libraries convert with an error of up to a millisecond.
      const value: unknown = cell instanceof Date ? Math.round(cell.getTime() / 1000) * 1000 : cell;
      if (value !== expected[name.replace(/\d+$/, "")]) wrongCount += 1;
    });
  });
  return wrongCount;
}
reportFigure(
  `cells of ${pageRows} rows that another reader reads otherwise`,
  await countWrongCells(await bytesOf(program, firstMember, await exportPage(firstMember)), pageRows),
  "cells",
  { atMost: 0 },
);

await addRows(pageRows, listRows);
type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
async function startJob({ api }: Member): Promise<string> {
  const input = { type: "asset", format: "xlsx", timeZone: "UTC", locale: "en" };
  const answer = await api.send("POST Api/Job/Start", { name: "exportRows", input }, newAddress());
  if (answer.status !== 200) throw new Error(`The job got status ${answer.status} ${answer.text}`);
  return (contentOf(answer) as { id: string }).id;
}
/** Polls a job until `isReached` is true for it, or until it has ended. */
async function followJob({ api }: Member, id: string, isReached: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { jobs } = contentOf(await api.send("GET Api/Job/Mine", {}, newAddress())) as { jobs: Job[] };
    const job = jobs.find((candidate) => candidate.id === id)!;
    if (isReached(job) || !isUnderWay(job.state)) return job;
    await wait(100);
  }
}
const hasJobEnded = ({ state }: Job) => !isUnderWay(state);
const times: number[] = [];
const jobProcessorTimes: number[] = [];
let expectedFile: Buffer = Buffer.alloc(0);
for (let round = 0; round < fullOrMiniature(3, 1); round += 1) {
  const [startedAt, before] = [performance.now(), await processorTime()];
  const job = await followJob(firstMember, await startJob(firstMember), hasJobEnded);
  times.push((performance.now() - startedAt) / 1000);
  jobProcessorTimes.push((await processorTime()) - before);
  if (job.state !== "done") throw new Error(`The job ended as ${job.state}`);
  expectedFile = await bytesOf(program, firstMember, job.result!.url!);
}
reportFigure(`an export of ${listRows} rows as a job, median`, median(times), "s", { atMost: 5 });
reportFigure("processor time of that job, median", median(jobProcessorTimes), "s");

const id = await startJob(firstMember);
const interruptedJob = await followJob(firstMember, id, ({ done }) => done >= listRows / 2);
program.process.kill("SIGKILL");
await once(program.process, "exit");
await postgres.ensureRunning();
const restarted = await launch({
  DATA_DIR: program.dataFolder,
  LOG_LEVEL: "error",
  DATABASE_POOL: "20",
  TRUST_PROXY: "127.0.0.1",
});
try {
  const member = memberOf(firstMember, restarted);
  // Queues the job again at once; the program would do that by itself some seconds later.
  const queue = await openQueue({ database, log: createLog("silent"), isWorking: false });
  await queue.send(queues.work, { id }, { group: { id: owner.tenantId } });
  await queue.stop({ graceful: false, close: false });
  const job = await followJob(member, id, hasJobEnded);
  const file = job.state === "done" ? await bytesOf(restarted, member, job.result!.url!) : Buffer.alloc(0);
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  reportFigure(
    `files of a job killed after ${interruptedJob.done} of ${listRows} rows that differ`,
    Number(digest(file) !== digest(expectedFile)),
    "files",
    { atMost: 0 },
  );
} finally {
  await restarted.stop();
}
