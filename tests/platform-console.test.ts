/** What administrators of the platform see and do: jobs and queues of all spaces, processes, the database and the services of others. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { plantJob as plant, secretWords } from "./support/jobs.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let platform: Client;
beforeAll(async () => {
  platform = client(server, await superAdministrator(server));
});

const plantJob = (person: Person, values: Parameters<typeof plant>[2]) => plant(server, person, values);

type JobList = CallOutput<"GET paas/job/list">;
const listOf = async (input: { state?: "failed" | "queued"; before?: string; limit?: number } = {}) =>
  (await platform.call("GET paas/job/list", input)) as JobList;
const jobOf = async (id: string) => (await listOf({ limit: 100 })).list.find((job) => job.id === id);
const statusOf = async (person: Client, action: "retry" | "cancel", id: string) =>
  (await person.send(`POST paas/job/${action}`, { id })).status;

describe("the jobs of all spaces", () => {
  it("are listed for administrators of the platform by page and state, without anything of the spaces", async () => {
    const owner = await newSpaceOwner(server);
    const refused = await plantJob(owner, { state: "failed", problem: { code: "conflict" } });
    const broken = await plantJob(owner, { state: "failed", problem: { error: "DatabaseError 23505" } });
    const queued = await plantJob(owner, { state: "queued" });
    const answer = await platform.send("GET paas/job/list", { limit: 100 });
    for (const word of [...Object.values(secretWords), "secret-address"]) expect(answer.text).not.toContain(word);
    const { list } = contentOf(answer) as JobList;
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual([queued, broken, refused]);
    expect(list[2]).toMatchObject({
      title: "Publish all pages",
      space: { id: owner.tenantId },
      state: "failed",
      failures: 3,
      problem: { isRefusal: true, reason: "conflict", reference: refused },
      isRetryable: true,
    });
    expect(list[1]!.problem).toEqual({ isRefusal: false, reason: "DatabaseError 23505", reference: broken });
    const first = await listOf({ state: "failed", limit: 1 });
    const second = await listOf({ state: "failed", limit: 1, before: first.next! });
    expect([first.list[0]!.id, second.list[0]!.id]).toEqual([broken, refused]);
    const administrator = client(server, owner);
    expect((await administrator.send("GET paas/job/list", {})).status).toBe(403);
    expect((await administrator.send("GET paas/job/figures", {})).status).toBe(403);
    expect(await statusOf(administrator, "retry", refused)).toBe(403);
    expect(await statusOf(administrator, "cancel", queued)).toBe(403);
    expect(await jobOf(queued)).toMatchObject({ state: "queued" });
  });

  it("are retried from where they failed and cancelled, which the history of the space tells, and not twice", async () => {
    const owner = await newSpaceOwner(server);
    const [failed, queued] = [await plantJob(owner, { state: "failed" }), await plantJob(owner, { state: "queued" })];
    expect(await statusOf(platform, "retry", failed)).toBe(200);
    await expect.poll(async () => (await jobOf(failed))?.state).toBe("done");
    expect(await jobOf(failed)).toMatchObject({ failures: 0, problem: null, isRetryable: false });
    expect(await statusOf(platform, "cancel", queued)).toBe(200);
    expect(await jobOf(queued)).toMatchObject({ state: "cancelled" });
    expect([await statusOf(platform, "retry", failed), await statusOf(platform, "cancel", queued)]).toEqual([409, 409]);
    const { events } = (await platform.call("GET paas/space/detail", {
      id: owner.tenantId,
    })) as CallOutput<"GET paas/space/detail">;
    expect(events.map(({ kind, job, note }) => [kind, job?.en, note])).toEqual([
      ["jobCancelled", "Publish all pages", ""],
      ["jobRetried", "Publish all pages", ""],
    ]);
  });

  it("are not retried when too old, of a former member, of a suspended space, or while another of the kind is under way", async () => {
    const owner = await newSpaceOwner(server);
    const colleague = await newMember(server, owner.tenantId);
    const old = await plantJob(owner, { state: "failed", hoursAgo: 21 });
    const ofColleague = await plantJob(colleague, { state: "failed" });
    const twin = await plantJob(owner, { state: "failed", key: `publishAll ${owner.tenantId}` });
    const current = await plantJob(owner, { state: "queued", key: `publishAll ${owner.tenantId}` });
    await server.database.system((tx) =>
      tx.rows(sql`update member set status = 'disabled' where id = ${colleague.memberId}::uuid`),
    );
    for (const id of [old, ofColleague, twin]) {
      expect(await jobOf(id)).toMatchObject({ isRetryable: false });
      expect(await statusOf(platform, "retry", id)).toBe(409);
    }
    expect(await statusOf(platform, "cancel", current)).toBe(200);
    expect(await jobOf(twin)).toMatchObject({ isRetryable: true });
    await platform.call("POST paas/space/suspend", { id: owner.tenantId, reason: "Unpaid" });
    expect(await statusOf(platform, "retry", twin)).toBe(409);
  });

  it("are counted by queue, with the age of the oldest and the upkeep of the program", async () => {
    const owner = await newSpaceOwner(server);
    const figures = async () => (await platform.call("GET paas/job/figures", {})) as CallOutput<"GET paas/job/figures">;
    const workOf = async () => (await figures()).queues.find(({ name }) => name === "work")!;
    const before = await workOf();
    const queued = await plantJob(owner, { state: "queued", hoursAgo: 2 });
    await plantJob(owner, { state: "failed" });
    const after = await workOf();
    expect([after.waiting - before.waiting, after.retrying - before.retrying, after.failed - before.failed]).toEqual([
      1, 1, 1,
    ]);
    expect(after.oldestSeconds).toBeGreaterThanOrEqual(7200);
    await platform.call("POST paas/job/cancel", { id: queued });
    const { queues, upkeep } = await figures();
    expect(queues.map(({ name }) => name)).toEqual(["work", "upkeep", "errand", "sms", "email", "webhook"]);
    const purge = upkeep.find(({ name }) => name === "purgeSessions");
    expect(purge).toMatchObject({ everyMinutes: 10, hasFailed: false, isLate: false });
  });
});

describe("the health of the installation", () => {
  const health = async () => (await platform.call("GET paas/health", {})) as CallOutput<"GET paas/health">;

  it("shows every process with what it said last, and those that fell silent", async () => {
    const silent = newId();
    // The process has written its own row.
    await health();
    await server.database.system((tx) =>
      tx.rows(sql`insert into process_beat (id, host, pid, version, started_at, beat_at, figures)
        select ${silent}::uuid, 'lost-machine', 7, '0.0.1', now() - interval '1 hour', now() - interval '1 minute', figures from process_beat limit 1`),
    );
    const { processes } = await health();
    const current = processes.find(({ isCurrent }) => isCurrent)!;
    expect(current).toMatchObject({ isSilent: false, isWorking: true });
    expect(current.memory).toBeGreaterThan(current.heap);
    expect(current.connections.max).toBeGreaterThan(1);
    expect(processes.find(({ id }) => id === silent)).toMatchObject({ host: "lost-machine", pid: 7, isSilent: true });
  });

  it("shows the database, stored files and which services are set, and when they last answered", async () => {
    await server.database.system((tx) =>
      tx.rows(sql`insert into outbox (id, kind, topic, recipient, body) values (${newId()}::uuid, 'sms', 'code', '13700000000',
        ${JSON.stringify({ text: "A text", templateKey: "code", values: {} })}::jsonb)`),
    );
    await expect
      .poll(async () => (await health()).adapters.find(({ adapter }) => adapter === "sms")?.succeededAt, {
        timeout: 15_000,
      })
      .not.toBeNull();
    const { adapters, database, files } = await health();
    expect(Object.fromEntries(adapters.map(({ adapter, state }) => [adapter, state]))).toEqual({
      sms: "local",
      email: "local",
      ai: "off",
      translation: "off",
      storage: "local",
      scanner: "off",
    });
    expect(database).toMatchObject({ isReadOnly: false });
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(database.tables.length).toBeGreaterThan(3);
    expect(files.spaces).toBeGreaterThan(1);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await stranger.send("GET paas/health", {})).status).toBe(403);
  });
});
