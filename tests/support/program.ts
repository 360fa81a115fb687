import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { allocatorSettings } from "#server/process/allocator.server.ts";

/** The run's PostgreSQL. `user`: its superuser; `owner`: the ordinary user of the program; `password`: the password of both. */
export type PostgresAccess = { host: string; port: number; password: string; user: string; owner: string };

/** The name of the database that tests copy. */
export const templateDatabase = "meridian_template";

/** The file in the data folder of a shared server that holds its process id. */
export const pidFile = "pid";

/** The pepper of all programs: the passwords in the copies of the template were hashed with it. */
export const pepper = "nothing that is kept anywhere else";

/** DATABASE_URL of one database, as the program's ordinary user. */
export function addressOf({ host, port, password, owner }: PostgresAccess, database: string): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = owner;
  url.password = password;
  // The folder of a socket is not a valid host name in a URL, so it is a parameter.
  if (host.startsWith("/")) url.searchParams.set("host", host);
  else url.hostname = host;
  return url.href;
}

export type Program = { url: string; process: ChildProcess; output: () => string; stop: () => Promise<void> };

/** Starts the built program on a free port and waits until it is ready. `settings`: its environment (docs/operations.md); `folder`: of the build. */
export async function launch(
  settings: Record<string, string>,
  folder = ".",
  {
    file = "main",
    isGroup = false,
    fileLimit,
  }: {
    file?: "main" | "supervisor";
    isGroup?: boolean;
    /** The size of the largest file that the program may write, in units of 512 bytes. */
    fileLimit?: number;
  } = {},
): Promise<Program> {
  const command = [process.execPath, `dist/server/${file}.server.js`];
  const limit = fileLimit === undefined ? [] : ["sh", "-c", `ulimit -f ${fileLimit}; exec "$0" "$@"`];
  const [first, ...rest] = [...limit, ...command] as [string, ...string[]];
  const child = spawn(first, rest, {
    cwd: folder,
    // A separate process group, as under a terminal or a service manager.
    detached: isGroup,
    env: {
      // The supervisor sets these variables too.
      NODE_ENV: "production",
      ...allocatorSettings,
      PATH: process.env.PATH,
      // Every test file starts the program; compiling it is a third of the start time.
      NODE_COMPILE_CACHE: path.resolve(folder, "node_modules/.cache/program"),
      TMPDIR: process.env.TMPDIR,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "0",
      DATABASE_POOL: "6",
      // A query may take long on a busy machine.
      DATABASE_TIMEOUT: "60",
      PEPPER: pepper,
      // The proof of work before SMS codes would take seconds in a browser without an optimizing compiler.
      PROOF_COST: "1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const address = () => /Meridian 经纬\s+(http:\S+)\n/.exec(output)?.[1];
  while (address() === undefined) {
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The program did not start:\n${output}`);
  }
  return {
    url: address()!.replace("localhost", "127.0.0.1"),
    process: child,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The first administrator's mobile number and one-time password, as the first start on an empty database prints them. */
export function administratorIn(output: string): { mobile: string; password: string } {
  const [, mobile, password] = /Administrator\s+(\d{11})\n\s*Password\s+(\S+)/.exec(output) ?? [];
  if (mobile === undefined || password === undefined) throw new Error(`No administrator in:\n${output}`);
  return { mobile, password };
}
