/**
 * An installation as `deployment` describes it: Debian's PostgreSQL with a streaming replica, PgBouncer, processes of the program as systemd would keep
 * them, and nginx. Of the files in `deployment` only ports, paths and passwords are replaced.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, globSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type Account, accountOptions, chownTo, findServerAccount } from "#server/embedded/account.server.ts";
import { matches, proxyConfiguration, readExample, settingsIn, unitSettings } from "../tests/support/deployment.ts";
import { pepper } from "../tests/support/program.ts";
import { freePort } from "./free-port.ts";

const runFile = promisify(execFile);
/** ms within which everything that was started has to answer. */
const startTimeout = 60_000;
/** Seconds of the unit's `RestartSec`. */
const restartPause = Number(matches(readExample("meridian@.service"), /^RestartSec=(\d+)$/gm)[0]);

/** The path of a program; undefined if this machine does not have it. */
function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

const commonFolders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
/** Where Debian keeps PostgreSQL, the newest version first. */
const postgresFolders = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
  b.localeCompare(a, "en", { numeric: true }),
);
const programs = {
  nginx: findProgram("nginx", commonFolders),
  pgbouncer: findProgram("pgbouncer", commonFolders),
  openssl: findProgram("openssl", commonFolders),
  postgres: findProgram("postgres", [...postgresFolders, ...commonFolders]),
  initdb: findProgram("initdb", [...postgresFolders, ...commonFolders]),
  pg_basebackup: findProgram("pg_basebackup", [...postgresFolders, ...commonFolders]),
};

/** The programs of an installation that this machine does not have. */
export const missingPrograms: string[] =
  process.platform === "linux"
    ? Object.entries(programs).flatMap(([name, file]) => (file === undefined ? [name] : []))
    : ["Linux"];

function programFile(name: keyof typeof programs): string {
  const file = programs[name];
  if (file === undefined) throw new Error(`This bench needs ${missingPrograms.join(", ")}.`);
  return file;
}

/** Repeats `check` until it succeeds. @throws its error, after `startTimeout` */
export async function waitUntil(check: () => Promise<unknown>, pause = 50): Promise<void> {
  for (const deadline = performance.now() + startTimeout; ;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(pause);
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A server of the installation. Its output is printed only when it cannot be started. */
function startServer(command: readonly string[], folder: string, account?: Account): ChildProcess {
  const [file, ...args] = command as [string, ...string[]];
  const child = spawn(file, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], ...accountOptions(account) });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  child.once("exit", (code) => {
    if (code !== 0 && code !== null) console.error(`${file} ended with ${code}:\n${output}`);
  });
  return child;
}

const portAnswers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });

/** A PostgreSQL server of an installation. */
export type PostgresServer = {
  port: number;
  /** Kills the server (kill -9). */
  kill: () => Promise<void>;
  /** Starts the server after `kill`, and waits until it accepts connections. */
  start: () => Promise<void>;
};

/** One process of the program under its supervisor, which is started again when it ends, as systemd would. */
export type Unit = {
  port: number;
  /** Whether the process can do its work. */
  isReady: () => Promise<boolean>;
  /** Kills the application, which its supervisor then replaces, or the whole unit, which is then started again. */
  kill: (target: "application" | "unit") => Promise<void>;
  /** Stops the unit and starts it again, as `systemctl restart` does; resolves when it has been stopped. */
  restart: () => Promise<void>;
};

type Address = { host: string; port: number; user: string; password: string; database: string };

export type Installation = AsyncDisposable & {
  /** The port of the proxy for https, and the certificate that it has. */
  proxy: { port: number; certificate: string };
  units: readonly Unit[];
  replica: PostgresServer;
  /** The options of a connection to the primary as the owner of the tables. */
  connection: Address;
  replicaConnection: Address;
};

/** The settings of a server that docs/operations.md recommends, for a machine that also runs everything else. */
const serverSettings = (port: number) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
shared_buffers = 512MB
effective_cache_size = 2GB
random_page_cost = 1.1
jit = off
`;

/** What an administrator of a database does once (docs/operations.md, An external database). */
const leakproofStatements = matches(
  await readFile("docs/operations.md", "utf8"),
  /^(alter function pg_catalog\..*)$/gm,
).flatMap((line) => {
  const [, name, types, others] = /^alter function pg_catalog\.(\w+)\((.*)\) leakproof; -- and (.*)$/.exec(line) ?? [];
  return name === undefined
    ? []
    : [name, ...others!.split(", ")].map((each) => `alter function ${each}(${types}) leakproof`);
});

async function query(connection: pg.ClientConfig, ...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let result: pg.QueryResult | undefined;
    for (const statement of statements) result = await client.query(statement);
    return result!;
  } finally {
    await client.end();
  }
}

/**
 * Starts an installation in `folder`.
 * @param options.settings beyond `deployment/meridian.env`
 */
export async function startInstallation(
  folder: string,
  { unitCount, settings }: { unitCount: number; settings: Record<string, string> },
): Promise<Installation> {
  await using resources = new AsyncDisposableStack();
  const account = await findServerAccount(folder);
  const password = randomBytes(16).toString("hex");
  const newFolder = async (name: string) => {
    const created = path.join(folder, name);
    await mkdir(created, { mode: 0o700 });
    await chownTo(account, created);
    return created;
  };

  const environment = { ...process.env, PGPASSWORD: password };
  const runAsServer = (file: string, args: readonly string[]) =>
    runFile(file, args, { cwd: folder, env: environment, ...accountOptions(account) });

  async function startPostgres(dataFolder: string, port: number): Promise<PostgresServer> {
    let child: ChildProcess;
    const connection = { host: "127.0.0.1", port, user: "postgres", password, database: "postgres" };
    async function start(): Promise<void> {
      child = startServer([programFile("postgres"), "-D", dataFolder], dataFolder, account);
      await waitUntil(() => query(connection, "select 1"));
    }
    await start();
    resources.defer(() => end(child, "SIGINT"));
    return { port, start, kill: () => end(child, "SIGKILL") };
  }

  const [primaryFolder, replicaFolder] = [await newFolder("primary"), await newFolder("replica")];
  const passwordFile = path.join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  await chownTo(account, passwordFile);
  const options = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8"];
  await runAsServer(programFile("initdb"), ["-D", primaryFolder, ...options, "--locale=C.UTF-8", "--no-sync"]);
  const primaryPort = await freePort();
  await appendFile(path.join(primaryFolder, "postgresql.conf"), serverSettings(primaryPort));
  await startPostgres(primaryFolder, primaryPort);
  const superuser = { host: "127.0.0.1", port: primaryPort, user: "postgres", password, database: "postgres" };
  await query(
    superuser,
    `create role meridian login createrole password '${password}'`,
    "create database meridian owner meridian",
  );
  await query({ ...superuser, database: "meridian" }, ...leakproofStatements);

  const replicaPort = await freePort();
  const source = ["-h", "127.0.0.1", "-p", String(primaryPort), "-U", "postgres", "-C", "-S", "replica"];
  await runAsServer(programFile("pg_basebackup"), [...source, "-D", replicaFolder, "-R", "-X", "stream", "-c", "fast"]);
  await appendFile(path.join(replicaFolder, "postgresql.conf"), serverSettings(replicaPort));
  const replica = await startPostgres(replicaFolder, replicaPort);

  const poolerFolder = await newFolder("pgbouncer");
  const poolerPort = await freePort();
  const { rows } = await query(
    superuser,
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = 'meridian'`,
  );
  const poolerFile = path.join(poolerFolder, "pgbouncer.ini");
  const usersFile = path.join(poolerFolder, "userlist.txt");
  await writeFile(usersFile, `${(rows[0] as { line: string }).line}\n`);
  await writeFile(
    poolerFile,
    readExample("pgbouncer.ini")
      .replace("port=5432", `port=${primaryPort}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${poolerPort}`)
      .replace(/^auth_file = .*$/m, `auth_file = ${usersFile}`),
  );
  for (const file of [poolerFile, usersFile]) await chownTo(account, file);
  const pooler = startServer([programFile("pgbouncer"), "-q", poolerFile], poolerFolder, account);
  resources.defer(() => end(pooler, "SIGINT"));
  await waitUntil(() => portAnswers(poolerPort));

  const dataFolder = path.join(folder, "data");
  const addressAt = (port: number) => `postgres://meridian:${password}@127.0.0.1:${port}/meridian`;
  const environmentOf = (port: number) => ({
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    ...settingsIn(readExample("meridian.env")),
    ...unitSettings(port),
    DATA_DIR: dataFolder,
    DATABASE_URL: addressAt(poolerPort),
    DATABASE_DIRECT_URL: addressAt(primaryPort),
    DATABASE_REPLICA_URL: addressAt(replicaPort),
    PEPPER: pepper,
    ...settings,
  });

  async function startUnit(): Promise<Unit> {
    const port = await freePort();
    let isStopping = false;
    let child: ChildProcess;
    let stopped = Promise.withResolvers<void>();
    const killGroup = () => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // All of it has ended.
      }
    };
    function start(): void {
      child = spawn(process.execPath, ["dist/server/supervisor.server.js"], {
        // A group of its own, in place of a control group.
        detached: true,
        env: environmentOf(port),
        stdio: ["ignore", "ignore", "inherit"],
      });
      // KillMode=mixed and Restart=always: what is left of the unit is killed, and the unit is started after a pause.
      child.once("exit", () => {
        killGroup();
        stopped.resolve();
        if (!isStopping) setTimeout(() => !isStopping && start(), restartPause * 1000);
      });
    }
    async function stop(): Promise<void> {
      isStopping = true;
      stopped = Promise.withResolvers();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await stopped.promise;
    }
    start();
    resources.defer(stop);
    return {
      port,
      isReady: async () =>
        (await fetch(`http://127.0.0.1:${port}/health/ready`)
          .then(({ status }) => status)
          .catch(() => 0)) === 200,
      async kill(target) {
        if (target === "unit") return killGroup();
        const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
        process.kill(Number(children.trim().split(" ")[0]), "SIGKILL");
      },
      async restart() {
        await stop();
        isStopping = false;
        start();
      },
    };
  }

  const units: Unit[] = [];
  for (let n = 0; n < unitCount; n += 1) {
    const unit = await startUnit();
    units.push(unit);
    await waitUntil(async () => {
      if (!(await unit.isReady())) throw new Error(`The program on port ${unit.port} is not ready.`);
    });
  }

  const proxyFolder = path.join(folder, "nginx");
  await mkdir(proxyFolder);
  const ports = { http: await freePort(), https: await freePort(), processes: units.map(({ port }) => port) };
  const { text, certificate } = proxyConfiguration(proxyFolder, ports);
  const proxyFile = path.join(proxyFolder, "nginx.conf");
  await writeFile(proxyFile, text);
  const proxy = startServer(
    [programFile("nginx"), "-p", proxyFolder, "-c", proxyFile, "-g", "daemon off;"],
    proxyFolder,
  );
  resources.defer(() => end(proxy, "SIGTERM"));
  await waitUntil(() => portAnswers(ports.https));

  const connection = { host: "127.0.0.1", port: primaryPort, user: "meridian", password, database: "meridian" };
  const started = resources.move();
  return {
    proxy: { port: ports.https, certificate: await readFile(certificate, "utf8") },
    units,
    replica,
    connection,
    replicaConnection: { ...connection, port: replicaPort },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
