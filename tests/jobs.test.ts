/** Background jobs: started once, visible to and cancellable by their owner only, run in slices; and maintenance jobs. */
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay } from "#kit/job.ts";
import { secondsLeft } from "#kit/job-progress.ts";
import { nextSize } from "#server/jobs/slices.server.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { addChangedPage, lockRow, lockPage } from "./support/changed-pages.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";
import { queueUpkeep, runUpkeep, queueJob, upkeepState } from "./support/upkeep.ts";

const server = await startServer();
let secondProgram: Program;
/** The schedules of maintenance tasks that were written since a time, by name, with their cron expressions. */
const schedulesWrittenSince = async (time: Date) => {
  const rows = await server.database.read<{ key: string; cron: string }>(
    "*",
    sql`select key, cron from pgboss.schedule where updated_on >= ${time.toISOString()}::timestamptz`,
  );
  return Object.fromEntries(rows.map(({ key, cron }) => [key, cron]));
};
const longAgo = new Date("2020-01-01");
let schedulesBefore: Record<string, string>;
beforeAll(async () => {
  schedulesBefore = await schedulesWrittenSince(longAgo);
  // What a program of another version may leave: a missing schedule, one with another time, and one of an unknown task.
  await server.database.system(async (tx) => {
    await tx.rows(sql`update pgboss.schedule set updated_on = ${longAgo.toISOString()}::timestamptz`);
    await tx.rows(sql`delete from pgboss.schedule where key = 'endOpenings'`);
    await tx.rows(sql`update pgboss.schedule set cron = '5 * * * *' where key = 'purgeSessions'`);
    await tx.rows(
      sql`insert into pgboss.schedule (name, key, cron, timezone) values ('upkeep', 'unknownTask', '* * * * *', 'UTC')`,
    );
  });
  secondProgram = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
});
afterAll(() => secondProgram.stop());

type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];

const jobsOf = async (api: Client) => (contentOf(await api.send("GET Api/Job/Mine")) as { jobs: Job[] }).jobs;
async function jobOf(api: Client, id: string): Promise<Job> {
  const found = (await jobsOf(api)).find((job) => job.id === id);
  if (found === undefined) throw new Error("There is no such job.");
  return found;
}
/** Waits for the end of a job. */
async function waitForEnd(api: Client, id: string): Promise<Job> {
  await expect.poll(async () => isUnderWay((await jobOf(api, id)).state), { timeout: 90_000 }).toBe(false);
  return jobOf(api, id);
}
async function start(api: Client): Promise<string> {
  const answer = await api.send("POST Api/Job/Start", { name: "publishAll" });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
}

const statusOf = async ({ tenantId }: Person, id: string) => {
  const [page] = await server.database.read<{ status: string }>(
    tenantId,
    sql`select status from page where id = ${id}::uuid`,
  );
  return page?.status;
};
const logOf = async (api: Client, id: string) =>
  contentOf(await api.send("GET Api/Job/Log", { id })) as CallOutput<"GET Api/Job/Log">;

describe("a job", () => {
  it("publishes every page with unpublished changes, and lists those that cannot be published", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    const pages = [
      await addChangedPage(server, owner, "/a"),
      await addChangedPage(server, owner, "/b"),
      await addChangedPage(server, owner, "/c", ""),
    ];
    const job = await waitForEnd(api, await start(api));
    expect(job).toMatchObject({ title: "Publish all pages", state: "done", done: 3, total: 3, problem: null });
    expect(job.result?.text).toBe("2 pages published, 1 not published. See the log for details.");
    expect(await Promise.all(pages.map((id) => statusOf(owner, id)))).toEqual(["published", "published", "changed"]);
    const { lines, omitted } = await logOf(api, job.id);
    expect(lines.map((line) => [line.level, line.text]).toSorted()).toEqual([
      ["info", "Published: /a"],
      ["info", "Published: /b"],
      ["warning", "Not published: /c (Title is required)"],
    ]);
    expect(omitted).toBe(0);
    // Only the invalid page remains.
    expect((await waitForEnd(api, await start(api))).result?.text).toMatch(/^0 pages published, 1 not/);
  });

  it("R-15: is started once for concurrent requests to several processes", async () => {
    const owner = await newSpaceOwner(server);
    const release = await lockPage(server, await addChangedPage(server, owner, "/held"));
    const clients = [
      client(server, owner),
      client(secondProgram, owner),
      client(server, owner),
      client(secondProgram, owner),
    ];
    const ids = await Promise.all(clients.map(start));
    expect(new Set(ids).size).toBe(1);
    await release();
    expect(await waitForEnd(clients[0]!, ids[0]!)).toMatchObject({ state: "done", done: 1 });
    expect(await start(clients[0]!)).not.toBe(ids[0]);
  });

  it("R-13: is the same job for a repeated idempotency key", async () => {
    const api = client(server, await newSpaceOwner(server));
    const request = () => api.send("POST Api/Job/Start", { name: "publishAll" }, { "idempotency-key": "publish-once" });
    const first = contentOf(await request()) as { id: string };
    await waitForEnd(api, first.id);
    expect(contentOf(await request())).toEqual(first);
    expect(await jobsOf(api)).toHaveLength(1);
  });

  it("T-18: requires the right, a recent verification of identity and a valid input", async () => {
    const owner = await newSpaceOwner(server);
    const colleague = client(server, await newMember(server, owner.tenantId));
    const request = { name: "publishAll" };
    expect((await client(server).send("POST Api/Job/Start", request)).status).toBe(401);
    expect((await colleague.send("POST Api/Job/Start", request)).status).toBe(403);
    const api = client(server, owner);
    expect((await api.send("POST Api/Job/Start", { ...request, input: { pages: "all" } })).status).toBe(422);
    await server.database.system((tx) =>
      tx.rows(
        sql`update session set proved_at = now() - interval '13 hours' where account_id = ${owner.accountId}::uuid`,
      ),
    );
    // The other process has not cached the session yet.
    const refused = await client(secondProgram, owner).send("POST Api/Job/Start", request);
    expect([refused.status, Object.keys((refused.body.details ?? {}) as object)]).toEqual([403, ["stepUp"]]);
    expect(await jobsOf(api)).toEqual([]);
  });

  it("T-57: is visible only to its owner", async () => {
    const owner = await newSpaceOwner(server);
    const release = await lockPage(server, await addChangedPage(server, owner, "/mine"));
    const api = client(server, owner);
    const id = await start(api);
    const strangers = [await newMember(server, owner.tenantId), await newSpaceOwner(server)].map((person) =>
      client(server, person),
    );
    for (const stranger of strangers) {
      expect(await jobsOf(stranger)).toEqual([]);
      expect((await stranger.send("GET Api/Job/Log", { id })).status).toBe(404);
      expect((await stranger.send("POST Api/Job/Cancel", { id })).status).toBe(404);
    }
    await release();
    expect(await waitForEnd(api, id)).toMatchObject({ state: "done" });
    // Row security enforces this too.
    const otherOwner = await newSpaceOwner(server);
    expect(await server.database.read(otherOwner.tenantId, sql`select id from job`)).toEqual([]);
    expect(await server.database.read(otherOwner.tenantId, sql`select job_id from job_log`)).toEqual([]);
  });

  it("is cancelled by its owner before its next step, from any process", async () => {
    const owner = await newSpaceOwner(server);
    const [first, second] = [
      await addChangedPage(server, owner, "/first"),
      await addChangedPage(server, owner, "/second"),
    ];
    const releases = await Promise.all([first, second].map((id) => lockPage(server, id)));
    const api = client(server, owner);
    const id = await start(api);
    await expect.poll(async () => (await jobOf(api, id)).state).toBe("running");
    expect((await client(secondProgram, owner).send("POST Api/Job/Cancel", { id })).status).toBe(200);
    expect(await jobOf(api, id)).toMatchObject({ state: "running", isCancelling: true });
    for (const release of releases) await release();
    expect(await waitForEnd(api, id)).toMatchObject({ state: "cancelled", done: 0, result: null });
    expect([await statusOf(owner, first), await statusOf(owner, second)]).toEqual(["changed", "changed"]);
    // Cancelling again changes nothing, and another job can start.
    expect((await api.send("POST Api/Job/Cancel", { id })).status).toBe(200);
    expect(await waitForEnd(api, await start(api))).toMatchObject({ state: "done", done: 2 });
  });

  it("R-14, R-17: has each effect once, even when two processes run it at the same time", async () => {
    const owner = await newSpaceOwner(server);
    const pages = [await addChangedPage(server, owner, "/first"), await addChangedPage(server, owner, "/second")];
    const release = await lockPage(server, pages[0]!);
    const api = client(server, owner);
    const id = await start(api);
    const attempt = async () => {
      const [row] = await server.database.read<{ attempt: number }>(
        owner.tenantId,
        sql`select attempt from job where id = ${id}::uuid`,
      );
      return row!.attempt;
    };
    await expect.poll(attempt).toBe(1);
    // Both processes run the same slice.
    await queueJob(server, id, owner.tenantId);
    await expect.poll(attempt).toBe(2);
    await release();
    expect(await waitForEnd(api, id)).toMatchObject({ state: "done", done: 2, result: { text: "2 pages published" } });
    const published = sql`select page_id as id, max(number) as number from page_snapshot where tenant_id = ${owner.tenantId}::uuid
      and page_id = any(${sql.param(pages)}::uuid[]) group by page_id order by page_id`;
    expect(await server.database.read(owner.tenantId, published)).toEqual(
      pages.toSorted().map((page) => ({ id: page, number: 2 })),
    );
    expect((await logOf(api, id)).lines).toHaveLength(2);
  });

  it("fails when its member is disabled", async () => {
    const owner = await newSpaceOwner(server);
    const person = await newMember(server, owner.tenantId);
    const id = crypto.randomUUID();
    await server.database.system(async (tx) => {
      await tx.rows(sql`update member set status = 'disabled' where id = ${person.memberId}::uuid`);
      await tx.rows(sql`insert into job (id, tenant_id, member_id, name, key, input, state)
        values (${id}::uuid, ${owner.tenantId}::uuid, ${person.memberId}::uuid, 'publishAll', ${id}, '{}', 'queued')`);
    });
    await queueJob(server, id, owner.tenantId);
    const state = () =>
      server.database.read<{ state: string }>(
        owner.tenantId,
        sql`select state, problem -> 'text' ->> 'en' as problem from job where id = ${id}::uuid`,
      );
    await expect
      .poll(async () => (await state())[0])
      .toEqual({ state: "failed", problem: "You do not have permission to do this" });
  });

  it("R-17: fails after three attempts, with a reference that is in the program's output", async () => {
    const owner = await newSpaceOwner(server);
    const page = await addChangedPage(server, owner, "/broken");
    // A trigger causes an unexpected database error.
    const database = new pg.Client({ connectionString: server.databaseUrl });
    await database.connect();
    await database.query(`create function refuse_page() returns trigger language plpgsql as $$ begin raise exception 'no room left'; end $$;
      create trigger refuse_page before insert on page_snapshot for each row when (new.page_id = '${page}') execute function refuse_page()`);
    await database.end();
    const api = client(server, owner);
    const job = await waitForEnd(api, await start(api));
    expect(job).toMatchObject({ state: "failed", done: 0, result: null });
    expect(job.problem?.text).toBe("The job could not be completed. Try again later.");
    expect(server.output() + secondProgram.output()).toContain(job.problem!.reference);
    const [row] = await server.database.read<{ failures: number }>(
      owner.tenantId,
      sql`select failures from job where id = ${job.id}::uuid`,
    );
    expect(row).toEqual({ failures: 3 });
  });
});

describe("maintenance", () => {
  it("has the schedules of its tasks after every start, which writes only those that differ", async () => {
    expect(await schedulesWrittenSince(longAgo)).toEqual(schedulesBefore);
    expect(await schedulesWrittenSince(new Date("2020-01-02"))).toEqual({
      endOpenings: schedulesBefore.endOpenings,
      purgeSessions: schedulesBefore.purgeSessions,
    });
  });

  it("runs once on two processes, however often the schedule triggers it", async () => {
    await runUpkeep(server, "endOpenings");
    const before = await upkeepState(server, "endOpenings");
    const release = await lockRow(server, sql`select 1 from upkeep_run where name = 'endOpenings' for update`);
    // While a run is blocked, 40 requests queue at most one run.
    const queued = await queueUpkeep(server, "endOpenings", 20);
    expect(await queueUpkeep(server, "endOpenings", 20)).toBe(0);
    await release();
    const completedRuns = async () => {
      const { runs, isOver } = await upkeepState(server, "endOpenings");
      return isOver ? runs - before.runs : 0;
    };
    await expect.poll(completedRuns).toBeGreaterThan(0);
    expect(queued).toBeLessThanOrEqual(1);
    // The schedule itself may have triggered one more run.
    expect([1, 2]).toContain((await upkeepState(server, "endOpenings")).runs - before.runs);
  });

  it("runs every scheduled task, and metrics report the time since its last success", async () => {
    const schedules = await server.database.read<{ key: string }>("*", sql`select key from pgboss.schedule`);
    const names = schedules.map(({ key }) => key);
    expect(names).toContain("purgeSessions");
    for (const name of names) {
      await runUpkeep(server, name);
      expect([name, (await upkeepState(server, name)).failures]).toEqual([name, 0]);
    }
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of names) expect(metrics).toContain(`upkeep_seconds_since_success{name="${name}"}`);
    expect(metrics).toMatch(/^jobs_longest_wait_seconds 0$/m);
  });

  it("removes all outdated rows, in slices", async () => {
    await server.database.system((tx) =>
      tx.rows(sql`insert into spent_proof (nonce, expires_at) select 'old ' || n, now() - interval '1 day' from generate_series(1, 12000) n
        union all select 'fresh', now() + interval '1 hour'`),
    );
    await runUpkeep(server, "purgeProofs");
    expect(await server.database.read("*", sql`select nonce from spent_proof`)).toEqual([{ nonce: "fresh" }]);
  });

  it("deletes jobs that ended 30 days ago, with their logs", async () => {
    const owner = await newSpaceOwner(server);
    await addChangedPage(server, owner, "/old");
    const api = client(server, owner);
    const [oldJob, recentJob] = [await waitForEnd(api, await start(api)), await waitForEnd(api, await start(api))];
    await server.database.system((tx) =>
      tx.rows(sql`update job set ended_at = now() - interval '31 days' where id = ${oldJob.id}::uuid`),
    );
    await runUpkeep(server, "purgeJobs");
    const remaining = sql`select id from job where tenant_id = ${owner.tenantId}::uuid union all select job_id from job_log where job_id = ${oldJob.id}::uuid`;
    expect(await server.database.read(owner.tenantId, remaining)).toEqual([{ id: recentJob.id }]);
  });
});

it("a stopping process hands its job to another, which continues it", async () => {
  // A program with a database of its own: no other process can take its job before it stops.
  const stoppingProgram = await startServer();
  const owner = await newSpaceOwner(stoppingProgram);
  const pages: string[] = [];
  for (let n = 0; n < 6; n += 1) pages.push(await addChangedPage(stoppingProgram, owner, `/page-${n}`));
  const release = await lockPage(stoppingProgram, pages[3]!);
  const id = await start(client(stoppingProgram, owner));
  const attempts = async () => {
    const [row] = await stoppingProgram.database.read<{ attempt: number }>(
      owner.tenantId,
      sql`select attempt from job where id = ${id}::uuid`,
    );
    return row!.attempt;
  };
  await expect.poll(attempts).toBe(1);
  const { dataFolder, databaseUrl } = stoppingProgram;
  const nextProgram = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl });
  addCleanUp(nextProgram.stop);
  const stopped = stoppingProgram.stop();
  const isReady = () =>
    fetch(`${stoppingProgram.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady).toBe(false);
  await release();
  await stopped;
  const job = await waitForEnd(client(nextProgram, owner), id);
  expect(job).toMatchObject({ state: "done", done: 6, total: 6 });
  expect(await attempts()).toBeGreaterThan(1);
  const snapshots = sql`select page_id from page_snapshot where tenant_id = ${owner.tenantId}::uuid and number > 1`;
  const published = await stoppingProgram.database.read<{ page_id: string }>(owner.tenantId, snapshots);
  expect(published.map((row) => row.page_id).toSorted()).toEqual(pages.toSorted());
});

it("slices grow while they are quick, and shrink when they are slow", () => {
  expect([nextSize(100, 10), nextSize(100, 100), nextSize(100, 300)]).toEqual([200, 100, 50]);
  expect([nextSize(10_000, 1), nextSize(1, 9999)]).toEqual([10_000, 1]);
});

it("the remaining time follows from the median rate, unaffected by one slow step", () => {
  const steady = [0, 1, 2, 3].map((n) => ({ at: n * 1000, done: n * 10 }));
  expect(secondsLeft(steady, 130)).toBe(10);
  expect(secondsLeft([...steady, { at: 13_000, done: 31 }], 131)).toBe(10);
  expect(secondsLeft(steady.slice(0, 1), 130)).toBeUndefined();
  expect(
    secondsLeft(
      [
        { at: 0, done: 5 },
        { at: 1000, done: 5 },
      ],
      10,
    ),
  ).toBeUndefined();
});
