/** A process that is killed in the middle of an export of a whole list and of a large import: another one completes both, each exactly once. */
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { readSheet } from "read-excel-file/node";
import { afterAll, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { maxDirectImportRows, maxImportRows } from "#kit/import.ts";
import { isUnderWay } from "#kit/job.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";
import { queueJob } from "./support/upkeep.ts";

const server = await startServer();
const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
const exported = 20_000;
const imported = maxDirectImportRows + 50;
/** Tens of thousands of rows take minutes on a busy machine. */
const slow = { timeout: 300_000 };

type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
type Import = CallOutput<"POST paas/import/open">;
type Where = Pick<Program, "url">;

let owner: Person;
let third: Program;
let whole: Buffer;
let exportId: string;
let sheet: Import;

/** Makes statements wait, until `release` is called: pieces of an export beyond `count`, and the record with a number near the end of the sheet. */
async function holdJobs(count: number): Promise<{ waiting: () => Promise<number>; release: () => Promise<void> }> {
  const connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
  await connection.query(`
    create function hold_piece() returns trigger language plpgsql as $$ begin
      if (select count(*) from private_file where key like '%.piece') >= ${count} then perform pg_advisory_xact_lock_shared(4711); end if;
      return new;
    end $$;
    create function hold_record() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(4711);
      return new;
    end $$;
    create trigger hold_piece before insert on private_file for each row when (new.key like '%.piece') execute function hold_piece();
    create trigger hold_record before insert or update on record for each row when (new.data ->> 'number' = '9000') execute function hold_record();
    select pg_advisory_lock(4711)`);
  return {
    async waiting() {
      const { rows } = await connection.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted and objid = 4711",
      );
      return rows.length;
    },
    async release() {
      await connection.query("select pg_advisory_unlock(4711)");
      await connection.query("drop trigger hold_piece on private_file; drop trigger hold_record on record");
      await connection.query("drop function hold_piece, hold_record");
      await connection.end();
    },
  };
}

async function beginExport(where: Where): Promise<string> {
  const input = {
    type: "news",
    columns: ["sort", "title", "publishedAt", "id"],
    sort: { field: "sort", direction: "asc" },
  };
  const answer = await client(where, owner).send("POST Api/Job/Start", { name: "exportRows", input });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
}

async function jobIn(where: Where, id: string): Promise<Job> {
  const { jobs } = contentOf(await client(where, owner).send("GET Api/Job/Mine")) as { jobs: Job[] };
  return jobs.find((job) => job.id === id)!;
}

/** The job, once it has ended. */
async function endOf(where: Where, id: string): Promise<Job> {
  await expect.poll(async () => isUnderWay((await jobIn(where, id)).state), { timeout: 120_000 }).toBe(false);
  return jobIn(where, id);
}

async function fileOf(where: Where, id: string): Promise<Buffer> {
  const job = await endOf(where, id);
  expect(job).toMatchObject({ state: "done", done: exported });
  const answer = await fetch(where.url + job.result!.url!, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Takes a step of an import, which is a job; returns the id of the job. */
async function step(where: Where, one: Import, name: "check" | "run" | "revert"): Promise<string> {
  const { id, type, mapping, keyField } = one;
  const answer = await client(where, owner).send(`POST paas/import/${name}`, {
    type,
    id,
    ...(name === "check" ? { mapping, keyField } : {}),
  });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { job: string }).job;
}

const importIn = async (where: Where): Promise<Import> =>
  contentOf(await client(where, owner).send("POST paas/import/open", { type: "part", id: sheet.id })) as Import;

/** A sheet with a name, a number and `more` further columns. */
async function upload(where: Where, rows: number, more = 0): Promise<Import> {
  const lines = Array.from({ length: rows }, (_, n) => `Part ${n + 1},${n + 1}${",x".repeat(more)}`);
  const body = new FormData();
  body.set("file", new Blob([["Name,Number", ...lines].join("\n")]), "parts.csv");
  const headers = { authorization: `Bearer ${owner.token}`, "x-meridian": "1", "accept-language": "en" };
  const answer = await fetch(`${where.url}/api/paas/import/part/upload`, { method: "POST", headers, body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return (JSON.parse(text) as { data: Import }).data;
}

type Found = { rows: number; changes: number };
/** The records of the import, and its changes in the history. */
async function found(): Promise<Found> {
  const [counts] = await server.database.read<Found>(
    owner.tenantId,
    sql`select (select count(*)::int from record where deleted_at is null) as rows,
      (select count(*)::int from row_change where group_id = ${sheet.id}::uuid) as changes`,
  );
  return counts!;
}

/** Begins both jobs, kills their process while each waits in its middle, and has another one end them. */
async function killHalfway(): Promise<void> {
  owner = await newSpaceOwner(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', 'draft', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', n
      from generate_series(1, ${exported}::int) n`),
  );
  const both = (name: string) => ({ zh: name, en: name });
  const fields = {
    name: { type: "textbox", name: both("Name"), required: true },
    number: { type: "number", name: both("Number") },
  };
  await publish(server, owner.tenantId, definitionOf("part", fields as never));
  const list = { type: "part" };
  await expect
    .poll(async () => (await client(server, owner).send("GET Api/{type}/QueryPageList", list)).status)
    .toBe(200);
  sheet = await upload(server, imported);
  const checked = await step(server, sheet, "check");
  whole = await fileOf(server, await beginExport(server));
  expect(await endOf(server, checked)).toMatchObject({ state: "done", done: expect.any(Number), total: imported });
  await server.stop();

  const second = await launch(settings);
  const held = await holdJobs(2);
  exportId = await beginExport(second);
  const run = await step(second, sheet, "run");
  expect(await step(second, sheet, "run")).toBe(run);
  await expect.poll(held.waiting, { timeout: slow.timeout }).toBe(2);
  expect(await jobIn(second, exportId)).toMatchObject({ state: "running", done: exported / 2 });
  expect(await importIn(second)).toMatchObject({ state: "checked", job: { id: run, state: "running" } });
  expect(await found()).toEqual({ rows: 0, changes: 0 });
  second.process.kill("SIGKILL");
  await once(second.process, "exit");
  await held.release();

  third = await launch(settings);
  await queueJob(server, exportId, owner.tenantId);
  await queueJob(server, run, owner.tenantId);
  expect(await endOf(third, run)).toMatchObject({
    state: "done",
    result: { text: expect.stringContaining("10,050"), url: `/paas/part/import?id=${sheet.id}` },
  });
}

afterAll(() => third.stop());

it("R-01: completes a killed export in another process with an identical file", slow, async () => {
  await killHalfway();
  const file = await fileOf(third, exportId);
  expect(file.equals(whole)).toBe(true);
  const lines = await readSheet(file);
  expect(lines).toHaveLength(exported + 1);
  expect(lines.slice(1).map(([n]) => n)).toEqual(Array.from({ length: exported }, (_, n) => n + 1));
});

it("a large import that is killed half-way writes every row once, all together", async () => {
  expect(await importIn(third)).toMatchObject({ state: "done", counts: { add: imported, error: 0 } });
  expect(await found()).toEqual({ rows: imported, changes: imported });
});

it("a large import is taken back by a job, which leaves everything as it is when it is cancelled", slow, async () => {
  const held = await holdJobs(1);
  const cancelled = await step(third, sheet, "revert");
  await expect.poll(held.waiting, { timeout: slow.timeout }).toBe(1);
  expect((await client(third, owner).send("POST Api/Job/Cancel", { id: cancelled })).status).toBe(200);
  await held.release();
  expect(await endOf(third, cancelled)).toMatchObject({ state: "cancelled" });
  expect(await importIn(third)).toMatchObject({ state: "done" });
  expect(await found()).toMatchObject({ rows: imported });
  expect(await endOf(third, await step(third, sheet, "revert"))).toMatchObject({ state: "done" });
  expect(await importIn(third)).toMatchObject({ state: "reverted" });
  expect(await found()).toMatchObject({ rows: 0 });
});

it.each([
  { what: "rows", rows: maxImportRows + 1, more: 0, limit: "100,000 rows" },
  { what: "cells", rows: maxDirectImportRows + 1, more: 198, limit: "2,000,000 cells" },
])("a file with more $what than can be imported is refused in words", async ({ rows, more, limit }) => {
  const file = await upload(third, rows, more);
  const job = await endOf(third, await step(third, file, "check"));
  expect(job).toMatchObject({ state: "failed", problem: { text: expect.stringContaining(limit) } });
  expect(await found()).toMatchObject({ rows: 0 });
});
