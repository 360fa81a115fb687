/**
 * Two processes on a primary and a streaming replica of it, the second one through poolers. Replay is paused for most of the tests: what the replica does not have then shows who answered,
 * and nothing depends on how fast it follows.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { sqlErrorKind } from "#server/postgres/sql-error.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { eventTexts } from "./support/event-stream.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { startForgetfulPooler } from "./support/forgetful-pooler.ts";
import { operate, temporaryFolder } from "./support/operation.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { addressOf, launch, type Program } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { fieldEquals, grant, roleFactories, sameText } from "./support/roles.ts";
import { runAsOwner, type Server } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const log = createLog("silent");
const [primaryFolder, replicaFolder] = [await temporaryFolder(), await temporaryFolder()];

const addressOfServer = ({ connection: { host, port, password, user, database } }: EmbeddedPostgres) =>
  addressOf({ host, port, password, user, owner: user }, database);

/** Runs a statement as the superuser of a server. A replica may cancel it because of what it replays; it then runs again. */
async function administer(target: EmbeddedPostgres, statement: string): Promise<pg.QueryResult> {
  const admin = new pg.Client({ ...target.connection, user: "postgres" });
  await admin.connect();
  try {
    return await admin.query(statement);
  } catch (error) {
    if (target !== replica || sqlErrorKind(error) !== "retry") throw error;
  } finally {
    await admin.end();
  }
  return administer(target, statement);
}

/** Starts a primary and, from a copy of its files, a replica. */
async function startPair(): Promise<[EmbeddedPostgres, EmbeddedPostgres]> {
  await (await startEmbeddedPostgres({ dataFolder: primaryFolder, log })).stop();
  await promisify(execFile)("cp", ["-a", path.join(primaryFolder, "postgres"), replicaFolder]);
  const primary = await startEmbeddedPostgres({ dataFolder: primaryFolder, log });
  addCleanUp(() => primary.stop());
  const { host, port, password } = primary.connection;
  const cluster = path.join(replicaFolder, "postgres", "cluster");
  const settings = path.join(cluster, "postgresql.auto.conf");
  const source = `primary_conninfo = 'host=${host} port=${port} user=postgres password=${password}'\n`;
  // What the primary does is replayed at once, at the cost of reads that it conflicts with.
  const impatience = "max_standby_streaming_delay = 0\n";
  await writeFile(settings, (await readFile(settings, "utf8")) + source + impatience);
  await writeFile(path.join(cluster, "standby.signal"), "");
  const replica = await startEmbeddedPostgres({ dataFolder: replicaFolder, log });
  addCleanUp(() => replica.stop());
  return [primary, replica];
}

const [primary, replica] = await startPair();
const databaseUrl = addressOfServer(primary);
const settings = {
  DATA_DIR: await temporaryFolder(),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: addressOfServer(replica),
  // A replica that stands still stays in use, however slow the machine is.
  DATABASE_REPLICA_LAG: "300",
};
let programs: [Program, Program];
let database: Database;
let server: Server;
let owner: Person;
let host: string;
let first: Client;
let second: Client;

beforeAll(async () => {
  const program = await launch({ ...settings, BARE: "1" });
  addCleanUp(() => program.stop());
  // Behind poolers in transaction mode, which forget a session after every transaction.
  const other = await launch({
    ...settings,
    DATABASE_URL: await startForgetfulPooler(databaseUrl),
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_REPLICA_URL: await startForgetfulPooler(settings.DATABASE_REPLICA_URL),
  });
  addCleanUp(() => other.stop());
  programs = [program, other];
  database = await openDatabase({ connection: { connectionString: databaseUrl, max: 3 }, log });
  addCleanUp(() => database.close());
  server = { url: program.url, database, dataFolder: settings.DATA_DIR, databaseUrl };
  owner = await newSpaceOwner(server);
  [first, second] = [client(program, owner), client(other, owner)];
  for (const target of programs) host = await siteHost({ ...server, url: target.url }, owner);
});
afterAll(() => administer(replica, "select pg_wal_replay_resume()"));

const addNews = (author: Client, title: string) =>
  author.send("POST Api/{type}/QueryAdd", { type: "news", title: sameText(title), kind: "company", status: "draft" });
const idOf = (answer: Answer) => (contentOf(answer) as AnyRow).id;
const positionOf = ({ headers }: Answer) => headers.get("meridian-position") ?? "";

async function titlesIn(reader: Client, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await reader.send("GET Api/{type}/QueryPageList", { type: "news" }, headers);
  expect(answer.status, answer.text).toBe(200);
  const { rows } = contentOf(answer) as { rows: { title: { en: string } }[] };
  return rows.map(({ title }) => title.en).toSorted();
}

/** The value of a metric of a program. */
async function metric({ url }: Program, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  );
}
const replicaReads = (program: Program) => metric(program, 'database_display_reads_total{how="replica"}');

/** Stops the replay of the replica once it has all that the primary has. */
async function pauseReplay(): Promise<void> {
  const { rows } = await administer(primary, "select pg_current_wal_lsn()::text as position");
  const reached = `select pg_last_wal_replay_lsn() >= '${rows[0].position}' as reached`;
  await expect.poll(async () => (await administer(replica, reached)).rows[0].reached).toBe(true);
  await administer(replica, "select pg_wal_replay_pause()");
  const state = "select pg_get_wal_replay_pause_state() as state";
  await expect.poll(async () => (await administer(replica, state)).rows[0].state).toBe("paused");
}
const resumeReplay = () => administer(replica, "select pg_wal_replay_resume()");

/** Runs `check` while the replica stands still. */
async function whilePaused(check: () => Promise<void>): Promise<void> {
  await pauseReplay();
  try {
    await check();
  } finally {
    await resumeReplay();
  }
}

/** Changes the title of a row on the primary, without telling any process. Returns the position after the change. */
async function renameSilently(id: string, title: string): Promise<string> {
  await runAsOwner(
    server,
    "set meridian.tenant = '*'",
    `update news set title = '${JSON.stringify(sameText(title))}' where id = '${id}'`,
  );
  const text = "lpad(to_hex((pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint), 16, '0')";
  return (await administer(primary, `select ${text} as position`)).rows[0].position as string;
}

/** Waits until a program's lists come from the replica. */
async function waitForReplica(program: Program, reader: Client): Promise<void> {
  await expect
    .poll(async () => {
      const before = await replicaReads(program);
      await titlesIn(reader);
      return (await replicaReads(program)) > before;
    })
    .toBe(true);
}

it("a list comes from the replica, and from the primary for who brings a later position", async () => {
  const id = idOf(await addNews(first, "Harbour"));
  for (const [index, reader] of [first, second].entries()) await waitForReplica(programs[index]!, reader);
  await whilePaused(async () => {
    for (const [index, reader] of [first, second].entries()) await waitForReplica(programs[index]!, reader);
    const position = await renameSilently(id, "Lighthouse");
    for (const reader of [first, second]) {
      expect(await titlesIn(reader)).toEqual(["Harbour"]);
      expect(await titlesIn(reader, { "meridian-position": position })).toEqual(["Lighthouse"]);
      expect(await titlesIn(reader, { cookie: `read_after=${position}` })).toEqual(["Lighthouse"]);
      // One row decides what may be saved: it is always that of the primary.
      const row = await reader.send("GET Api/{type}/QueryById", { type: "news", id });
      expect((contentOf(row) as { title: object }).title).toEqual(sameText("Lighthouse"));
    }
  });
});

it("R-30: a save followed by a list never misses the row, in the same process and in another, while the replica stands still", async () => {
  const before = await titlesIn(first);
  await whilePaused(async () => {
    const added: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const [writer, reader] = n % 2 === 0 ? [first, second] : [second, first];
      const answer = await addNews(writer, `Added ${n}`);
      added.push(`Added ${n}`);
      expect(positionOf(answer)).toMatch(/^[0-9a-f]{16}$/);
      expect(answer.headers.get("set-cookie")).toContain(`read_after=${positionOf(answer)}; `);
      expect(await titlesIn(writer)).toEqual([...before, ...added].toSorted());
      const headers = { "meridian-position": positionOf(answer) };
      expect(await titlesIn(reader, headers)).toEqual([...before, ...added].toSorted());
    }
  });
});

/** The events of a stream of lists: their positions, and the ids of the rows. */
async function* eventsOf(answer: Response): AsyncGenerator<{ position: string; ids: string[] }> {
  for await (const text of eventTexts(answer)) {
    const [, position, data] = /^id: told_after=([0-9a-f]{16}); [^\n]*\ndata: (.*)$/.exec(text) ?? [];
    if (data === undefined) continue;
    const { rows } = JSON.parse(data) as { rows: { id: string }[] };
    yield { position: position!, ids: rows.map(({ id }) => id) };
  }
}

it("R-30: a cache that another process's write dropped is not filled with the old state of a replica that stands still", async () => {
  const total = async (reader: Client) => {
    const answer = await reader.send("GET Api/{type}/QueryPageList", { type: "news", pageSize: 1 });
    return (contentOf(answer) as { total: number }).total;
  };
  await whilePaused(async () => {
    const count = await total(second);
    const list = JSON.stringify({ url: "/admin/news/list" });
    const stream = await fetch(`${programs[1].url}/api/paas/table/events?${new URLSearchParams({ list })}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const events = eventsOf(stream);
    await events.next();
    const answer = await addNews(first, "Counted");
    // The event says that the second process was told of the write, and brings a position that is not before it.
    const { position, ids } = (await events.next()).value as { position: string; ids: string[] };
    expect(ids).toContain(idOf(answer));
    expect(position >= positionOf(answer)).toBe(true);
    expect(await total(second)).toBe(count + 1);
    expect(await titlesIn(second)).toContain("Counted");
    await events.return(undefined);
  });
});

it("a public page is made from the replica, and made anew from the primary when another process changed it", async () => {
  const page = async (address: string) => (await readPage(`${programs[1].url}${address}?language=en`, { host })).text;
  await waitForReplica(programs[1], second);
  const before = await replicaReads(programs[1]);
  await page("/news");
  expect(await replicaReads(programs[1])).toBeGreaterThan(before);
  const sites = contentOf(await first.send("GET Api/{type}/QueryPageList", { type: "site" })) as { rows: AnyRow[] };
  await whilePaused(async () => {
    const { id, version } = sites.rows[0]!;
    const name = sameText("Renamed");
    const saved = await first.send("POST Api/{type}/QueryUpdate", { type: "site", id, version, name });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => page("/news")).toContain("Renamed");
  });
});

it("spaces and row rules hold on the replica", async () => {
  const otherOwner = await newSpaceOwner(server);
  const { memberWith } = roleFactories(server, owner);
  const { person } = await memberWith([grant("contactMessage", ["read"], fieldEquals("status", "new"))]);
  const messages = [owner, otherOwner].flatMap(({ tenantId }, index) =>
    ["new", "closed"].map(
      (status) => `insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), '${tenantId}', '${status} of ${index + 1}', 'c@example.org', '', '${status}')`,
    ),
  );
  await runAsOwner(server, "set meridian.tenant = '*'", ...messages);
  const namesIn = async (reader: Person) => {
    const answer = await client(programs[1], reader).send("GET Api/{type}/QueryPageList", { type: "contactMessage" });
    return answer.status === 200
      ? (contentOf(answer) as { rows: { name: string }[] }).rows.map(({ name }) => name).toSorted()
      : answer.status;
  };
  // Once the process has been told of the role, and the floors of both spaces are known.
  await expect.poll(() => namesIn(person)).toEqual(["new of 1"]);
  for (const reader of [owner, otherOwner]) await waitForReplica(programs[1], client(programs[1], reader));
  await whilePaused(async () => {
    for (const reader of [owner, otherOwner]) await waitForReplica(programs[1], client(programs[1], reader));
    const before = await replicaReads(programs[1]);
    expect(await namesIn(person)).toEqual(["new of 1"]);
    expect(await namesIn(owner)).toEqual(["closed of 1", "new of 1"]);
    expect(await namesIn(otherOwner)).toEqual(["closed of 2", "new of 2"]);
    expect(await replicaReads(programs[1])).toBe(before + 3);
  });
});

it("the primary answers a list that the replica cancels because it conflicts with what is replayed", async () => {
  await addNews(first, "Conflict");
  const readErrors = (program: Program) => metric(program, 'database_display_reads_total{how="error"}');
  const sleeping = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and query like '%news%'`;
  const policies = "select 1 from pg_policies where policyname = 'slow_on_replica'";
  const countOn = async (statement: string) => (await administer(replica, statement)).rows.length;
  for (const [index, reader] of [first, second].entries()) {
    await waitForReplica(programs[index]!, reader);
    const titles = await titlesIn(reader);
    const before = await readErrors(programs[index]!);
    await runAsOwner(
      server,
      `create policy slow_on_replica on news as restrictive for select
        using (case when pg_is_in_recovery() then pg_sleep(60) is not null else true end)`,
    );
    await expect.poll(() => countOn(policies)).toBe(1);
    const answer = titlesIn(reader);
    await expect.poll(() => countOn(sleeping)).toBeGreaterThan(0);
    // To drop the policy the primary locks the table against all readers, and so does the replica.
    await runAsOwner(server, "drop policy slow_on_replica on news");
    expect(await answer).toEqual(titles);
    expect(await readErrors(programs[index]!)).toBeGreaterThan(before);
  }
});

it("no request fails when the connections to the replica end, when it dies, and when it is back", async () => {
  const answers: number[] = [];
  let isFinished = false;
  const readers = programs.flatMap((program) => Array.from({ length: 4 }, () => client(program, owner)));
  const reading = readers.map(async (reader) => {
    while (!isFinished) answers.push((await reader.send("GET Api/{type}/QueryPageList", { type: "news" })).status);
  });
  const waitForAnswers = async () => {
    const before = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(before + 60);
  };
  const up = () => Promise.all(programs.map((program) => metric(program, 'database_replica_up{replica="1"}')));
  try {
    await waitForAnswers();
    await administer(
      replica,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meridian' and pid <> pg_backend_pid()",
    );
    await waitForAnswers();
    process.kill(replica.pid, "SIGKILL");
    await expect.poll(up).toEqual([0, 0]);
    await waitForAnswers();
    const found = await operate(["doctor", "--json"], settings);
    expect(found.output).toContain("Replica 1 cannot be reached");
    await replica.ensureRunning();
    await expect.poll(up).toEqual([1, 1]);
    await waitForReplica(programs[0], first);
    await waitForAnswers();
  } finally {
    isFinished = true;
    await Promise.all(reading);
  }
  expect(answers.filter((status) => status !== 200)).toEqual([]);
});

it("doctor finds a replica that is none", async () => {
  const found = await operate(["doctor", "--json"], { ...settings, DATABASE_REPLICA_URL: databaseUrl });
  expect(found.output).toContain("is no replica");
  const right = await operate(["doctor", "--json"], settings);
  expect(right.output).not.toContain('"replicas"');
});
