/**
 * A process is killed during the export of a whole list, a large import and the publication of a light app with many records. Another process completes
 * each job exactly once.
 */
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { readSheet } from "read-excel-file/node";
import { beforeAll, expect, it, vi } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { CallOutput } from "#kit/call.ts";
import { maxDirectImportRows, maxImportRows } from "#kit/import.ts";
import { isUnderWay } from "#kit/job.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { client, contentOf } from "./support/client.ts";
import { check, command, draftDefinition, draftField, publishLightApp, saveDraft } from "./support/light-apps.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";
import { filesOfZip } from "./support/static-site.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";
import { queueJob } from "./support/upkeep.ts";

const server = await startServer();
const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
const exportedRows = 20_000;
const importedRows = maxDirectImportRows + 50;
/** Tens of thousands of rows take minutes on a busy machine. */
const timeout = 300_000;

type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
type Import = CallOutput<"POST paas/import/open">;
type ProgramUrl = Pick<Program, "url">;

let owner: Person;
let thirdProgram: Program;
let expectedFile: Buffer;
let exportId: string;
let sheet: Import;

/** Blocks jobs until `release` is called: exports after `count` pieces, and imports at record 9000, near the end of the sheet. */
async function holdJobs(count: number): Promise<{ countWaiting: () => Promise<number>; release: () => Promise<void> }> {
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
    async countWaiting() {
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

async function beginExport(program: ProgramUrl): Promise<string> {
  const input = {
    type: "news",
    columns: ["sort", "title", "publishedAt", "id"],
    sort: { field: "sort", direction: "asc" },
  };
  const answer = await client(program, owner).send("POST Api/Job/Start", { name: "exportRows", input });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
}

async function jobIn(program: ProgramUrl, id: string): Promise<Job> {
  const { jobs } = contentOf(await client(program, owner).send("GET Api/Job/Mine")) as { jobs: Job[] };
  return jobs.find((job) => job.id === id)!;
}

/** Waits for the end of a job. */
async function waitForEnd(program: ProgramUrl, id: string): Promise<Job> {
  const readEnded = async () => {
    const job = await jobIn(program, id);
    expect(isUnderWay(job.state)).toBe(false);
    return job;
  };
  return vi.waitFor(readEnded, { timeout: 120_000 });
}

async function fileOf(program: ProgramUrl, id: string): Promise<Buffer> {
  const job = await waitForEnd(program, id);
  expect(job).toMatchObject({ state: "done", done: exportedRows });
  const answer = await fetch(program.url + job.result!.url!, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Starts a step of an import as a job, and returns the id of the job. */
async function startStep(program: ProgramUrl, target: Import, name: "check" | "run" | "revert"): Promise<string> {
  const { id, type, mapping, keyField } = target;
  const answer = await client(program, owner).send(`POST paas/import/${name}`, {
    type,
    id,
    ...(name === "check" ? { mapping, keyField } : {}),
  });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { job: string }).job;
}

const importIn = async (program: ProgramUrl): Promise<Import> =>
  contentOf(await client(program, owner).send("POST paas/import/open", { type: "part", id: sheet.id })) as Import;

/** Uploads a sheet with a name, a number and `extraColumns` other columns. */
async function upload(program: ProgramUrl, rows: number, extraColumns = 0): Promise<Import> {
  const lines = Array.from({ length: rows }, (_, n) => `Part ${n + 1},${n + 1}${",x".repeat(extraColumns)}`);
  const body = new FormData();
  body.set("file", new Blob([["Name,Number", ...lines].join("\n")]), "parts.csv");
  const headers = { authorization: `Bearer ${owner.token}`, "x-meridian": "1", "accept-language": "en" };
  const answer = await fetch(`${program.url}/api/paas/import/part/upload`, { method: "POST", headers, body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return (JSON.parse(text) as { data: Import }).data;
}

type Counts = { rows: number; changes: number };
/** The records of the import, and its changes in the history. */
async function countRecords(): Promise<Counts> {
  const [counts] = await server.database.read<Counts>(
    owner.tenantId,
    sql`select (select count(*)::int from record where deleted_at is null) as rows,
      (select count(*)::int from row_change where group_id = ${sheet.id}::uuid) as changes`,
  );
  return counts!;
}

/** Starts an export and an import, kills their process while both jobs are blocked, and completes them in another process. */
async function killDuringJobs(): Promise<void> {
  owner = await newSpaceOwner(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', 'draft', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', n
      from generate_series(1, ${exportedRows}::int) n`),
  );
  const sameText = (name: string) => ({ zh: name, en: name });
  const fields = {
    name: { type: "textbox", name: sameText("Name"), required: true },
    number: { type: "number", name: sameText("Number") },
  };
  await publish(server, owner.tenantId, definitionOf("part", fields as never));
  const { send } = client(server, owner);
  const readList = async () => expect((await send("GET Api/{type}/QueryPageList", { type: "part" })).status).toBe(200);
  await vi.waitFor(readList, { timeout: 60_000 });
  sheet = await upload(server, importedRows);
  const checked = await startStep(server, sheet, "check");
  expectedFile = await fileOf(server, await beginExport(server));
  expect(await waitForEnd(server, checked)).toMatchObject({
    state: "done",
    done: expect.any(Number),
    total: importedRows,
  });
  await server.stop();

  const secondProgram = await launch(settings);
  const heldJobs = await holdJobs(2);
  exportId = await beginExport(secondProgram);
  const run = await startStep(secondProgram, sheet, "run");
  expect(await startStep(secondProgram, sheet, "run")).toBe(run);
  await vi.waitFor(async () => expect(await heldJobs.countWaiting()).toBe(2), { timeout });
  expect(await jobIn(secondProgram, exportId)).toMatchObject({ state: "running", done: exportedRows / 2 });
  expect(await importIn(secondProgram)).toMatchObject({ state: "checked", job: { id: run, state: "running" } });
  expect(await countRecords()).toEqual({ rows: 0, changes: 0 });
  secondProgram.process.kill("SIGKILL");
  await once(secondProgram.process, "exit");
  await heldJobs.release();

  thirdProgram = await launch(settings);
  addCleanUp(thirdProgram.stop);
  await queueJob(server, exportId, owner.tenantId);
  await queueJob(server, run, owner.tenantId);
  expect(await waitForEnd(thirdProgram, run)).toMatchObject({
    state: "done",
    result: { text: expect.stringContaining("10,050"), url: `/paas/part/import?id=${sheet.id}` },
  });
}

beforeAll(killDuringJobs, timeout);

it("R-01, R-17: completes a killed export in another process with an identical file", async () => {
  const file = await fileOf(thirdProgram, exportId);
  expect(file.equals(expectedFile)).toBe(true);
  const lines = await readSheet(file);
  expect(lines).toHaveLength(exportedRows + 1);
  expect(lines.slice(1).map(([n]) => n)).toEqual(Array.from({ length: exportedRows }, (_, n) => n + 1));
});

it("a large import that is killed writes every row once, in one transaction", async () => {
  expect(await importIn(thirdProgram)).toMatchObject({ state: "done", counts: { add: importedRows, error: 0 } });
  expect(await countRecords()).toEqual({ rows: importedRows, changes: importedRows });
});

it("a job reverts a large import, and changes nothing when it is cancelled", { timeout }, async () => {
  const heldJobs = await holdJobs(1);
  const cancelled = await startStep(thirdProgram, sheet, "revert");
  await expect.poll(heldJobs.countWaiting, { timeout }).toBe(1);
  expect((await client(thirdProgram, owner).send("POST Api/Job/Cancel", { id: cancelled })).status).toBe(200);
  await heldJobs.release();
  expect(await waitForEnd(thirdProgram, cancelled)).toMatchObject({ state: "cancelled" });
  expect(await importIn(thirdProgram)).toMatchObject({ state: "done" });
  expect(await countRecords()).toMatchObject({ rows: importedRows });
  expect(await waitForEnd(thirdProgram, await startStep(thirdProgram, sheet, "revert"))).toMatchObject({
    state: "done",
  });
  expect(await importIn(thirdProgram)).toMatchObject({ state: "reverted" });
  expect(await countRecords()).toMatchObject({ rows: 0 });
});

it.each([
  { what: "rows", rows: maxImportRows + 1, extraColumns: 0, limit: "100,000 rows" },
  { what: "cells", rows: maxDirectImportRows + 1, extraColumns: 198, limit: "2,000,000 cells" },
])("a file with more $what than can be imported is refused with a message", async ({ rows, extraColumns, limit }) => {
  const before = await countRecords();
  const file = await upload(thirdProgram, rows, extraColumns);
  const job = await waitForEnd(thirdProgram, await startStep(thirdProgram, file, "check"));
  expect(job).toMatchObject({ state: "failed", problem: { text: expect.stringContaining(limit) } });
  expect(await countRecords()).toEqual(before);
});

it(
  "a publication that is killed leaves the earlier definition and values, which can be read, and is completed",
  { timeout },
  async () => {
    const records = 10_050;
    const space = client(thirdProgram, owner);
    const gauge = (type: string, more: object = {}) =>
      draftDefinition([draftField("title"), draftField("number", type, { column: { sortable: true }, ...more })]);
    const { id } = await publishLightApp(space, "gauge", gauge("textbox"));
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`insert into record (id, tenant_id, entity_id, data)
      select gen_random_uuid(), ${owner.tenantId}::uuid, ${id}::uuid, jsonb_build_object('title', 'Gauge ' || n, 'number', n::text)
      from generate_series(1, ${records}::int) n`),
    );
    const numbers = async ({ url }: ProgramUrl, filter: object = {}) => {
      const answer = await client({ url }, owner).send("POST paas/table/search", {
        paraModel: { url: "/paas/gauge/list", sort: { field: "createdAt", direction: "asc" }, ...filter },
      });
      expect(answer.status, answer.text).toBe(200);
      return (contentOf(answer) as { result: TableResult }).result.rows.map(({ number }) => number);
    };
    const addTo = (program: ProgramUrl, number: unknown) =>
      client(program, owner).send("POST Api/{type}/QueryAdd", { type: "gauge", title: "New", number });

    await saveDraft(space, "gauge", gauge("decimal", { search: "gte" }), { id });
    expect(await check(space, "gauge", gauge("decimal", { search: "gte" }), id)).toMatchObject({
      isLong: true,
      changes: [{ kind: "convert", rows: records, isRefused: false }],
    });
    const heldJobs = await holdJobs(1);
    const answer = await command(space, "publish", id);
    expect(contentOf(answer)).toMatchObject({ kind: "info", text: expect.stringContaining("in the background") });
    await expect.poll(heldJobs.countWaiting, { timeout }).toBe(1);
    const jobsOf = async (program: ProgramUrl) =>
      (contentOf(await client(program, owner).send("GET Api/Job/Mine")) as { jobs: Job[] }).jobs;
    const job = (await jobsOf(thirdProgram)).find(({ name }) => name === "publishLightApp")!;
    expect(job).toMatchObject({ state: "running", total: records });
    expect((await numbers(thirdProgram)).map((number) => typeof number)).toContain("string");
    const refused = await addTo(thirdProgram, "1");
    const [record] = await server.database.read<{ id: string; version: number }>(
      owner.tenantId,
      sql`select id, version from record where entity_id = ${id}::uuid and data ->> 'number' = '1'`,
    );
    const update = { type: "gauge", ...record, title: "Another title" };
    const refusedUpdate = await client(thirdProgram, owner).send("POST Api/{type}/QueryUpdate", update);
    for (const { status, text } of [refused, refusedUpdate])
      expect([status, text]).toEqual([409, expect.stringContaining("being updated")]);
    thirdProgram.process.kill("SIGKILL");
    await once(thirdProgram.process, "exit");
    await heldJobs.release();
    const stored = await server.database.read<{ kinds: string[] }>(
      owner.tenantId,
      sql`select array_agg(distinct jsonb_typeof(data -> 'number')) as kinds from record where entity_id = ${id}::uuid`,
    );
    expect(stored).toEqual([{ kinds: ["string"] }]);

    // PostgreSQL may still execute a statement of the killed process, whose transaction keeps its locks until then.
    let endStatement = () => {};
    const statementEnd = new Promise<void>((resolve) => (endStatement = resolve));
    const lingering = server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`select 1 from entity_definition where id = ${id}::uuid for no key update`);
      await statementEnd;
    });
    const attempts = async () => {
      const [row] = await server.database.read<{ attempt: number }>(
        owner.tenantId,
        sql`select attempt from job where id = ${job.id}::uuid`,
      );
      return row!.attempt;
    };
    const killedAttempt = await attempts();
    const fourthProgram = await launch(settings);
    addCleanUp(fourthProgram.stop);
    await queueJob(server, job.id, owner.tenantId);
    await expect.poll(attempts, { timeout }).toBeGreaterThan(killedAttempt + 1);
    endStatement();
    await lingering;
    expect(await waitForEnd(fourthProgram, job.id)).toMatchObject({ state: "done", problem: null });
    const largest = await numbers(fourthProgram, { fields: { number: records - 2 } });
    expect(new Set(largest)).toEqual(new Set([records - 2, records - 1, records]));
    expect((await addTo(fourthProgram, 1)).status).toBe(200);
  },
);

it(
  "R-35: completes a killed governance run in another process, as the run that everybody asks about",
  { timeout },
  async () => {
    const killedProgram = await launch(settings);
    const before = client(killedProgram, owner);
    const report = await before.send("GET paas/governance/report", { kind: "site" });
    const { siteId } = contentOf(report) as { siteId: string };
    const connection = new pg.Client({ connectionString: server.databaseUrl });
    await connection.connect();
    await connection.query("begin; lock table governance_finding in exclusive mode");
    const started = await before.send("POST Api/SiteGovernance/Start", { siteId });
    const { runId } = contentOf(started) as { runId: string };
    const waiting = "select 1 from pg_locks where relation = 'governance_finding'::regclass and not granted";
    await vi.waitFor(async () => expect((await connection.query(waiting)).rowCount).toBe(1), { timeout });
    killedProgram.process.kill("SIGKILL");
    await once(killedProgram.process, "exit");
    await connection.query("commit");
    await connection.end();

    const nextProgram = await launch(settings);
    addCleanUp(nextProgram.stop);
    const { send } = client(nextProgram, owner);
    expect(contentOf(await send("POST Api/SiteGovernance/Start", { siteId }))).toMatchObject({ runId });
    await queueJob(server, runId, owner.tenantId);
    const readStatus = async () =>
      expect(contentOf(await send("GET Api/SiteGovernance/Status", { runId }))).toMatchObject({
        status: "done",
        percent: 100,
      });
    await vi.waitFor(readStatus, { timeout });
  },
);

it("R-35: completes a killed export of the site in another process, with the same files", { timeout }, async () => {
  const killedProgram = await launch(settings);
  const begin = async (program: ProgramUrl) => {
    const input = { origin: "https://www.example.com" };
    const started = await client(program, owner).send("POST Api/Job/Start", { name: "exportSite", input });
    return (contentOf(started) as { id: string }).id;
  };
  const zipOf = async (program: ProgramUrl, id: string) => {
    const { result } = await waitForEnd(program, id);
    const answer = await fetch(program.url + result!.url!, { headers: { authorization: `Bearer ${owner.token}` } });
    return Buffer.from(await answer.arrayBuffer());
  };
  const expected = await filesOfZip(await zipOf(killedProgram, await begin(killedProgram)));
  expect(expected.has("en/index.html")).toBe(true);
  const held = await holdJobs(1);
  const id = await begin(killedProgram);
  await vi.waitFor(async () => expect(await held.countWaiting()).toBe(1), { timeout });
  killedProgram.process.kill("SIGKILL");
  await once(killedProgram.process, "exit");
  await held.release();

  const nextProgram = await launch(settings);
  addCleanUp(nextProgram.stop);
  await queueJob(server, id, owner.tenantId);
  expect(await filesOfZip(await zipOf(nextProgram, id))).toEqual(expected);
});
