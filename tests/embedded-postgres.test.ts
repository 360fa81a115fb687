/** The embedded PostgreSQL with real processes: started, killed, adopted, and started by several processes at once. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createMissingLinks, findPackagedBinaries, findUsableBinaries } from "#server/embedded/binary.server.ts";
import type { EmbeddedConnection } from "#server/embedded/cluster.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { migrations, runMigration } from "#server/postgres/migrations.server.ts";
import { createLog } from "#server/process/log.server.ts";

type ClientProcess = { process: ChildProcess; pid: number; connection: EmbeddedConnection };

const log = createLog("silent");
const root = join(import.meta.dirname, "..");
const node = join(root, "node_modules/.bin/node");
const waitOptions = { timeout: 60_000, interval: 10 };
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Creates a data folder. Accounts other than its owner can enter an `open` folder, but not a `closed` one. */
async function createDataFolder(access: "open" | "closed" = "open"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meridian-test-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  // Ends a server that a failed test left running.
  cleanups.push(() => killServer(folder));
  if (access === "open") await chmod(folder, 0o755);
  return folder;
}

/** A stopped server's data folder with the role and the database, which tests copy: initdb and its writes take longer than most tests. */
let template: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meridian-test-"));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log });
  await postgres.stop();
  return folder;
}

afterAll(async () => {
  if (template !== undefined) await rm(await template, { recursive: true, force: true });
});

/** Creates a data folder like one in which the embedded PostgreSQL has run before. */
async function createUsedFolder(): Promise<string> {
  const folder = await createDataFolder();
  template ??= createTemplate();
  // Unlike `fs.cp`, it keeps the owner of the files.
  await promisify(execFile)("cp", ["-a", join(await template, "postgres"), folder]);
  return folder;
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log });
  cleanups.push(() => postgres.stop());
  return postgres;
}

/** Starts another Node process that uses the server of the same folder. */
async function startClient(folder: string): Promise<ClientProcess> {
  const script = join(root, "tests/support/embedded-postgres-process.ts");
  const child = spawn(node, [script, folder], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  cleanups.push(() => kill(child));
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => Promise.reject(new Error("the client process ended before it was ready"))),
  ])) as [string];
  return { process: child, ...(JSON.parse(line) as { pid: number; connection: EmbeddedConnection }) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a process has ended, including a zombie whose parent was killed. */
async function hasEnded(pid: number): Promise<boolean> {
  return (await readlink(`/proc/${pid}/exe`).catch(() => undefined)) === undefined;
}

/** The process id in the lock file of the server, or NaN without one. */
async function lockFilePid(folder: string): Promise<number> {
  const text = await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10);
}

async function killServer(folder: string): Promise<void> {
  const pid = await lockFilePid(folder);
  if (!(pid > 0) || (await hasEnded(pid))) return;
  process.kill(pid, "SIGQUIT");
  await vi.waitFor(async () => expect(await hasEnded(pid)).toBe(true), waitOptions);
}

describe.runIf(process.platform === "linux")("the embedded PostgreSQL", () => {
  test("starts cold, keeps its data, and starts warm", async () => {
    const folder = await createDataFolder();
    const first = await startEmbeddedPostgres({ dataFolder: folder, log });
    await query(first.connection, "create table kept (n int); insert into kept values (42)");
    await first.stop();
    expect(await hasEnded(first.pid)).toBe(true);

    const second = await start(folder);
    expect(await query(second.connection, "select n from kept")).toEqual([{ n: 42 }]);
  });

  test("is durable, checksummed, UTF-8, sorted by code point, and not accessible to others", async () => {
    const folder = await createDataFolder();
    const { connection } = await start(folder);
    const [settings] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
        current_setting('data_checksums') as data_checksums, current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as listen_addresses, current_setting('max_connections') as max_connections,
        current_setting('is_superuser') as is_superuser,
        (select datlocale from pg_database where datname = current_database()) as locale,
        array(select x from unnest(array['a', 'B', '中']) x order by x) as sorted`,
    );
    expect(settings).toEqual({
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      autovacuum: "on",
      data_checksums: "on",
      encoding: "UTF8",
      listen_addresses: "",
      max_connections: "200",
      is_superuser: "off",
      locale: "C.UTF-8",
      sorted: ["B", "a", "中"],
    });
    const [memory] = await query(connection, "select pg_size_bytes(current_setting('shared_buffers')) as cache");
    expect(Number(memory!.cache)).toBeGreaterThanOrEqual(128 * 2 ** 20);
    expect(Number(memory!.cache)).toBeLessThanOrEqual(Math.max(128 * 2 ** 20, totalmem() / 8));
    await query(connection, "create extension pg_trgm");
    expect(await query(connection, "select cardinality(show_trgm('经纬')) as n")).toEqual([{ n: 3 }]);
    expect((await stat(join(folder, "postgres/password"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "postgres/cluster"))).mode & 0o777).toBe(0o700);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect(connection.password).toMatch(/^[0-9a-f]{64}$/);
  });

  test("allows the migrations to create the role for requests and to use it", async () => {
    const { connection } = await start(await createUsedFolder());
    const client = new pg.Client(connection);
    await client.connect();
    for (const migration of migrations.filter(({ run }) => typeof run === "string"))
      await runMigration(client, migration);
    const asRequest = "set role meridian_app; select current_user as name";
    const results = (await client.query(asRequest)) as unknown as pg.QueryResult[];
    await client.end();
    expect(results[1]?.rows).toEqual([{ name: "meridian_app" }]);
  });

  test("refuses a wrong password for every role", async () => {
    const { connection } = await start(await createUsedFolder());
    for (const user of ["meridian", "postgres"]) {
      const login = query({ ...connection, user, password: "guessed" }, "select 1");
      await expect(login, user).rejects.toMatchObject({ code: "28P01" });
    }
  });

  test("works in a folder that the server's account cannot access, and below a long path", async () => {
    const folder = await createDataFolder("closed");
    const { connection } = await start(join(folder, "long".repeat(40)));
    cleanups.push(() => rm(connection.host, { recursive: true, force: true }));
    expect(connection.host).toMatch(/^\/tmp\/meridian-[0-9a-f]{16}$/);
    expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("is adopted after kill -9 of the process that started it", async () => {
    const folder = await createUsedFolder();
    const killedClient = await startClient(folder);
    await query(killedClient.connection, "create table kept as select 42 as n");
    await kill(killedClient.process);

    const postgres = await start(folder);
    expect(postgres.pid).toBe(killedClient.pid);
    expect(await query(postgres.connection, "select n from kept")).toEqual([{ n: 42 }]);
    // A busy server notices late that a client is gone. Until then, stop() leaves the server running.
    const sessionCount = "select count(*)::int as n from pg_locks where locktype = 'advisory'";
    await vi.waitFor(
      async () => expect(await query(postgres.connection, sessionCount)).toEqual([{ n: 1 }]),
      waitOptions,
    );
    await postgres.stop();
    expect(await hasEnded(postgres.pid)).toBe(true);
  });

  test("R-02: restarts after kill -9 of the server without losing an acknowledged row", async () => {
    const postgres = await start(await createUsedFolder());
    await query(postgres.connection, "create table acked (n int primary key)");
    const acknowledged: number[] = [];
    const writer = new pg.Client(postgres.connection);
    writer.on("error", () => undefined);
    await writer.connect();
    const writing = (async () => {
      for (let n = 0; ; n += 1) {
        await writer.query("insert into acked values ($1)", [n]);
        acknowledged.push(n);
      }
    })().catch(() => undefined);
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(200), waitOptions);

    const killedPid = postgres.pid;
    process.kill(killedPid, "SIGKILL");
    await writing;
    await Promise.all([postgres.ensureRunning(), postgres.ensureRunning(), postgres.ensureRunning()]);
    expect(postgres.pid).not.toBe(killedPid);
    const rows = await query<{ n: number }>(postgres.connection, "select n from acked");
    expect(acknowledged.filter((n) => !new Set(rows.map((row) => row.n)).has(n))).toEqual([]);
  });

  test("restarts by itself after kill -9 while a session runs a long query", async () => {
    const postgres = await start(await createUsedFolder());
    postgres.keepRunning();
    const longQuery = query(postgres.connection, "select count(*) from generate_series(1, 1000000000)").catch(
      () => undefined,
    );
    await vi.waitFor(async () => {
      const active = "select from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()";
      expect(await query(postgres.connection, active)).toHaveLength(1);
    }, waitOptions);
    const killedPid = postgres.pid;
    process.kill(killedPid, "SIGKILL");
    // The test does not call ensureRunning.
    await vi.waitFor(() => expect(postgres.pid).not.toBe(killedPid), waitOptions);
    expect(await query(postgres.connection, "select 1 as n")).toEqual([{ n: 1 }]);
    await longQuery;
  });

  test("starts after kill -9 of all processes, even when its process id belongs to another program", async () => {
    const folder = await createUsedFolder();
    const killedClient = await startClient(folder);
    await query(killedClient.connection, "create table kept as select 42 as n");
    await kill(killedClient.process);
    process.kill(killedClient.pid, "SIGKILL");
    await vi.waitFor(async () => expect(await hasEnded(killedClient.pid)).toBe(true), waitOptions);
    // The impostor has the server's account, so PostgreSQL takes it for a running server.
    const { uid, gid } = await stat(join(folder, "postgres/cluster"));
    const impostor = spawn("/bin/sleep", ["1000"], { uid, gid, cwd: "/" });
    cleanups.push(() => kill(impostor));
    for (const file of [
      join(folder, "postgres/cluster/postmaster.pid"),
      join(killedClient.connection.host, ".s.PGSQL.5432.lock"),
    ]) {
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/^\d+/, String(impostor.pid)));
    }
    const postgres = await start(folder);
    expect(await query(postgres.connection, "select n from kept")).toEqual([{ n: 42 }]);
  });

  test("is started once for three processes that start at the same time in an empty folder", async () => {
    const folder = await createDataFolder();
    const clients = await Promise.all([startClient(folder), startClient(folder), startClient(folder)]);
    expect(new Set(clients.map(({ pid }) => pid)).size).toBe(1);
    expect(new Set(clients.map(({ connection }) => connection.password)).size).toBe(1);
    for (const { connection } of clients) expect(await query(connection, "select 1 as n")).toEqual([{ n: 1 }]);
    expect((await readdir(join(folder, "postgres"))).filter((name) => name.startsWith("init-"))).toEqual([]);
  });

  test("keeps running after stop() while another process uses it, and ends with the last process", async () => {
    const folder = await createUsedFolder();
    const firstClient = await start(folder);
    const [secondClient, thirdClient] = await Promise.all([startClient(folder), startClient(folder)]);
    await firstClient.stop();
    expect(await query(secondClient.connection, "select 1 as n")).toEqual([{ n: 1 }]);
    await expect(firstClient.ensureRunning()).rejects.toThrow("was stopped");
    // Two processes that end together must not leave the server running.
    await Promise.all([kill(secondClient.process, "SIGTERM"), kill(thirdClient.process, "SIGTERM")]);
    expect(await hasEnded(secondClient.pid)).toBe(true);
  });

  test("is started again by a process that starts during its shutdown", async () => {
    const folder = await createUsedFolder();
    const firstServer = await start(folder);
    const [, secondServer] = await Promise.all([firstServer.stop(), start(folder)]);
    expect(await query(secondServer.connection, "select 1 as n")).toEqual([{ n: 1 }]);
  });
});

describe("the binaries", () => {
  async function copyPackage(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "meridian-test-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const packaged = dirname(findPackagedBinaries() ?? "");
    await cp(packaged, folder, { recursive: true, verbatimSymlinks: true });
    const isLink = (path: string) =>
      readlink(path).then(
        () => true,
        () => false,
      );
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (await isLink(path)) await rm(path);
    }
    return folder;
  }

  test("run from an installation without install scripts, which lacks the library links", async () => {
    const folder = await copyPackage();
    const packaged = join(folder, "native");
    expect(await findUsableBinaries({ account: undefined, copyParents: [], packaged })).toBe(packaged);
    // A second call changes nothing.
    await createMissingLinks(packaged);
  });

  test.runIf(process.getuid?.() === 0)("are copied when the server's account cannot read them", async () => {
    const folder = await copyPackage();
    await chmod(folder, 0o700);
    const packaged = join(folder, "native");
    const account = { uid: 65_534, gid: 65_534 };
    const parent = await mkdtemp(join(tmpdir(), "meridian-test-"));
    cleanups.push(() => rm(parent, { recursive: true, force: true }));

    await chmod(parent, 0o777);
    const shared = findUsableBinaries({ account, copyParents: [parent], packaged });
    await expect(shared, "a folder that others can write to").rejects.toThrow("can be written to by others");

    await chmod(parent, 0o755);
    const copies = [1, 2].map(() => findUsableBinaries({ account, copyParents: [parent], packaged }));
    const [first, second] = await Promise.all(copies);
    expect(first).toBe(second);
    expect(dirname(first ?? "")).toBe(parent);
    expect(await readdir(parent)).toHaveLength(1);
  });

  test("fail on an unsupported platform with one sentence that names DATABASE_URL", async () => {
    const missing = findUsableBinaries({ account: undefined, copyParents: [], packaged: undefined });
    await expect(missing).rejects.toThrow(/^Meridian has no embedded PostgreSQL for \S+; set DATABASE_URL to [^.]+\.$/);
  });
});
