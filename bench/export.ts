/**
 * Lists as files: what 10,000 rows of 30 columns cost the program's process, alone and four at once, and how long 100,000 take as a job, also one
 * that is killed at half and ends in another process. The files are read back by a reader that is not ours. Linux only.
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
import { noteSeen } from "#features/auth/session/note-seen.server.ts";
import { type Client, client, contentOf } from "../tests/support/client.ts";
import { launch, type Program } from "../tests/support/program.ts";
import { figure, median } from "./figure.ts";
import { memoryOf } from "./memory.ts";
import { addOwner, openSession } from "./people.ts";
import { databaseOf, postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";

const pageRows = sized(maxExportRows, 60);
const listRows = sized(100_000, 12_000);
const rounds = sized(5, 1);
const people = 4;
/** Until memory that is free is given back; between two looks at how much there is. */
const settling = sized(5000, 10);
const lookEvery = 10;
/** What the kernel counts the time of processes in. */
const ticksPerSecond = 100;

const both = (text: string) => ({ zh: `${text}列`, en: text });
const kinds = ["spare", "running", "retired"];
const choices = kinds.map((key) => ({ key, name: { zh: `状态${key}`, en: `State ${key}` } }));
const fieldsOf = {
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
const fieldTypes = Object.entries(fieldsOf);
/** 27 fields; with the times of a row and its id that is a file of 30 columns. */
const fields = Object.fromEntries(
  Array.from({ length: 27 }, (_, n) => {
    const [name, field] = fieldTypes[n % fieldTypes.length]!;
    return [`${name}${n}`, { ...field, name: both(`${name} ${n}`) }];
  }),
);
const names = Object.keys(fields);
const definition = {
  type: "asset",
  name: both("Asset"),
  access: Object.fromEntries(["read", "add", "update", "delete", "export"].map((verb) => [verb, "administrator"])),
  fields,
  titleField: "text0",
  groups: [{ name: both("Everything"), fields: names }],
  list: { columns: names.slice(0, 6), sort: { field: "createdAt", direction: "desc" } },
};

/** The values of the n-th row. */
const values = sql.raw(
  names
    .map((name) => {
      const value = {
        text: `'Device ' || n || ' of the harbour'`,
        words: `jsonb_build_object('zh', '港口设备第' || n || '号', 'en', 'Harbour device number ' || n)`,
        amount: `n * 1.25`,
        whole: `n % 977`,
        isOn: `n % 3 = 0`,
        at: `to_char('2026-01-01'::timestamp + n * interval '7 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`,
        day: `to_char('2026-01-01'::date + n % 300, 'YYYY-MM-DD')`,
        kind: `(array['${kinds.join("','")}'])[n % 3 + 1]`,
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
const sessions = createSessions({ database, noteSeen });

/** Adds rows until there are `count`. */
async function addRows(from: number, count: number): Promise<void> {
  for (let start = from; start < count; start += 10_000)
    await database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`insert into record (id, tenant_id, entity_id, created_at, updated_at, data)
        select gen_random_uuid(), ${owner.tenantId}::uuid, ${entityId}::uuid, '2026-01-01'::timestamptz + n * interval '1 second',
          '2026-01-01'::timestamptz + n * interval '1 second', jsonb_build_object(${values})
        from generate_series(${start + 1}::int, ${Math.min(count, start + 10_000)}::int) n`),
    );
}

/** Another administrator of the same space. */
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
  await tx.changed(entitiesTag(owner.tenantId));
});
await addRows(0, pageRows);

/** Seconds of processor time that the process has taken. */
async function processorTime(): Promise<number> {
  const stat = await readFile(`/proc/${program.process.pid}/stat`, "utf8");
  // Behind the name in brackets, which may have blanks.
  const parts = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(parts[11]) + Number(parts[12])) / ticksPerSecond;
}

/** Runs something, and gives the most memory that the process had meanwhile, in MB. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
  let [peak, isOver] = [0, false];
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await memoryOf(program.process.pid!)).total);
      await wait(lookEvery);
    }
  })();
  await run();
  isOver = true;
  await looking;
  return peak;
}

let address = 0;
const from = () => ({ "x-forwarded-for": `10.9.${(address += 1) >> 8}.${address & 255}`, "accept-language": "en" });
type Member = { token: string; asks: Client };
const memberOf = ({ token }: { token: string }, { url }: Pick<Program, "url"> = program): Member => ({
  token,
  asks: client({ url }, { token }),
});

async function exportPage({ asks }: Member): Promise<string> {
  const answer = await asks.send(
    "GET api/Auto/ToExcel",
    { type: "asset", pageSize: pageRows, timeZone: "UTC" },
    from(),
  );
  if (answer.status !== 200) throw new Error(`An export was answered ${answer.status} ${answer.text}`);
  return (contentOf(answer) as { value: string }).value;
}
async function bytesOf({ url }: Pick<Program, "url">, { token }: Member, file: string): Promise<Buffer> {
  const answer = await fetch(url + file, { headers: { authorization: `Bearer ${token}`, ...from() } });
  if (answer.status !== 200) throw new Error(`A file was answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const members: Member[] = [memberOf({ token: await openSession(database, sessions, owner) })];
while (members.length < people) members.push(memberOf(await addAdministrator(members.length)));
const [first] = members as [Member, ...Member[]];

// What runs, but has not exported anything yet.
for (const { asks } of members) await asks.send("GET Api/{type}/QueryPageList", { type: "asset" }, from());
await wait(settling);
const { total: idle } = await memoryOf(program.process.pid!);
const costs: number[] = [];
const peaks: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const before = await processorTime();
  peaks.push(await peakOf(() => exportPage(first)));
  costs.push((await processorTime()) - before);
  await wait(settling / 5);
}
const what = `an export of ${pageRows} rows of 30 columns`;
figure(`processor time of ${what}, median`, median(costs), "s", { atMost: 0.6 });
figure(`memory above idle (${Math.round(idle)} MB) of ${what}, median`, median(peaks) - idle, "MB", { atMost: 40 });
const begin = performance.now();
const peak = await peakOf(() => Promise.all(members.map(exportPage)));
figure(`${people} people with ${what} each, at once`, (performance.now() - begin) / 1000, "s");
figure(`memory above idle of ${people} at once`, peak - idle, "MB");

/** Every cell as another program reads it, against what was written. */
async function wrongCells(file: Buffer, rows: number): Promise<number> {
  const [head, ...lines] = await readSheet(file);
  let wrong = Number(lines.length !== rows) + Number(head?.length !== 30);
  lines.forEach((line, index) => {
    const n = rows - index;
    names.forEach((name) => {
      const expected: Record<string, unknown> = {
        text: `Device ${n} of the harbour`,
        words: `Harbour device number ${n}`,
        amount: n * 1.25,
        whole: n % 977,
        isOn: n % 3 === 0 ? "Yes" : "No",
        at: Date.UTC(2026, 0, 1) + n * 7 * 60_000,
        day: Date.UTC(2026, 0, 1 + (n % 300)),
        kind: `State ${kinds[n % 3]}`,
        note: `Seen on the round of week ${n % 52}: in order & clean, nothing to do.`,
      };
      const cell = line[head!.indexOf(both(fields[name]!.name.en).en)];
      // Days are fractions: what another program makes of them may be off by a millisecond.
      const value: unknown = cell instanceof Date ? Math.round(cell.getTime() / 1000) * 1000 : cell;
      if (value !== expected[name.replace(/\d+$/, "")]) wrong += 1;
    });
  });
  return wrong;
}
figure(
  `cells of ${pageRows} rows that another reader reads otherwise`,
  await wrongCells(await bytesOf(program, first, await exportPage(first)), pageRows),
  "cells",
  { atMost: 0 },
);

await addRows(pageRows, listRows);
type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
async function startJob({ asks }: Member): Promise<string> {
  const input = { type: "asset", format: "xlsx", timeZone: "UTC", locale: "en" };
  const answer = await asks.send("POST Api/Job/Start", { name: "exportRows", input }, from());
  if (answer.status !== 200) throw new Error(`The job was answered ${answer.status} ${answer.text}`);
  return (contentOf(answer) as { id: string }).id;
}
/** The job, once `isReached` is true of it. */
async function followJob({ asks }: Member, id: string, isReached: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { jobs } = contentOf(await asks.send("GET Api/Job/Mine", {}, from())) as { jobs: Job[] };
    const job = jobs.find((candidate) => candidate.id === id)!;
    if (isReached(job) || !isUnderWay(job.state)) return job;
    await wait(100);
  }
}
const isOver = ({ state }: Job) => !isUnderWay(state);
const times: number[] = [];
const jobCosts: number[] = [];
let content: Buffer = Buffer.alloc(0);
for (let round = 0; round < sized(3, 1); round += 1) {
  const [startedAt, before] = [performance.now(), await processorTime()];
  const job = await followJob(first, await startJob(first), isOver);
  times.push((performance.now() - startedAt) / 1000);
  jobCosts.push((await processorTime()) - before);
  if (job.state !== "done") throw new Error(`The job ended as ${job.state}`);
  content = await bytesOf(program, first, job.result!.url!);
}
figure(`an export of ${listRows} rows as a job, median`, median(times), "s", { atMost: 5 });
figure("processor time of that job, median", median(jobCosts), "s");

const id = await startJob(first);
const half = await followJob(first, id, ({ done }) => done >= listRows / 2);
program.process.kill("SIGKILL");
await once(program.process, "exit");
await postgres.ensureRunning();
const next = await launch({
  DATA_DIR: program.dataFolder,
  LOG_LEVEL: "error",
  DATABASE_POOL: "20",
  TRUST_PROXY: "127.0.0.1",
});
try {
  const member = memberOf(first, next);
  // It would be handed out again by itself, some seconds later.
  const queue = await openQueue({ database, log: createLog("silent"), isWorking: false });
  await queue.send(queues.work, { id }, { group: { id: owner.tenantId } });
  await queue.stop({ graceful: false, close: false });
  const job = await followJob(member, id, isOver);
  const file = job.state === "done" ? await bytesOf(next, member, job.result!.url!) : Buffer.alloc(0);
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  figure(
    `files of a job killed after ${half.done} of ${listRows} rows that differ`,
    Number(digest(file) !== digest(content)),
    "files",
    { atMost: 0 },
  );
} finally {
  await next.stop();
}
