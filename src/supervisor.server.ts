/**
 * Keeps the application running: starts it as a child process and starts it again when it dies.
 *
 *     node supervisor.server.js [main.server.js [arguments for it...]]
 *
 * The two watch each other. The supervisor sees the child's exit; the child sees the message channel close when the
 * supervisor is killed, starts a new supervisor and leaves (server/process/supervised.server.ts). What passes between them:
 *
 *   MERIDIAN_SUPERVISOR   environment of the child: JSON array, the arguments that start this supervisor again
 *   "supervised"          child -> supervisor: the child understands "stop"
 *   "stop"                supervisor -> child: end in order
 *
 * The child serves the same port before and after a restart, and the old one may hold it for a moment longer: it has
 * to repeat `listen` on EADDRINUSE for up to 10 s.
 *
 * Imports no library, so that it runs from source and bundles to one small file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { allocatorSettings } from "#server/process/allocator.server.ts";

const second = 1000;
/** A child that lives shorter counts as failing at its start. */
const minUptime = 5 * second;
/** A child that lived this long resets the count of failures. */
const stableUptime = 30 * second;
const firstPause = 0.2 * second;
const longestPause = 5 * second;
/** How long the child may take to shut down before it is killed. */
const stopLimit = 15 * second;
/** The child's way of saying that its configuration is wrong (EX_CONFIG of sysexits.h): no restart would help. */
const badConfiguration = 78;

const [app = join(import.meta.dirname, "main.server.js"), ...appArguments] = process.argv.slice(2);
const appFile = resolve(app);
// Its own file name, because scripts/start.ts imports this file after it has built the application.
const appCommand = [...process.execArgv, import.meta.filename, appFile, ...appArguments];

let child: ChildProcess | undefined;
let understandsStop = false;
let stopping = false;
let earlyExits = 0;
let lastExitCode = 0;

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
// The reader of our output may be gone; the application continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
start();

function start(): void {
  const startedAt = Date.now();
  understandsStop = false;
  const started = spawn(process.execPath, [...process.execArgv, appFile, ...appArguments], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...allocatorSettings, ...process.env, MERIDIAN_SUPERVISOR: JSON.stringify(appCommand) },
  });
  child = started;
  started.on("message", (message) => {
    understandsStop ||= message === "supervised";
  });
  started.once("error", (error) => {
    // The process could not be started (no memory, no process slot): worth a retry, unlike an exit.
    if (started.pid === undefined) afterDeath({ begin: startedAt, code: 1, reason: error.message });
  });
  started.once("exit", (status, signal) => {
    const code = status ?? 128 + constants.signals[signal ?? "SIGKILL"];
    afterDeath({ begin: startedAt, code, reason: signal === null ? `exit code ${code}` : signal });
  });
}

function afterDeath({ begin, code, reason }: { begin: number; code: number; reason: string }): void {
  child = undefined;
  lastExitCode = code;
  if (stopping || code === 0 || code === badConfiguration) process.exit(code);

  const life = Date.now() - begin;
  if (life >= stableUptime) earlyExits = 0;
  if (life < minUptime) earlyExits += 1;
  // The first restart is immediate, so that a single crash costs visitors as little as possible.
  const isFirst = earlyExits <= 1 || life >= minUptime;
  const delay = isFirst ? 0 : Math.min(firstPause * 2 ** (earlyExits - 2), longestPause);
  process.stderr.write(`Meridian ended unexpectedly (${reason}); starting it again in ${delay / second} s.\n`);
  setTimeout(() => {
    if (!stopping) start();
  }, delay);
}

/**
 * Asks by message rather than by signal where possible: Ctrl-C already sent SIGINT to the whole group, and a second
 * signal commonly means "at once". For the same reason repeated signals change nothing; the time limit does.
 */
function stop(): void {
  if (stopping) return;
  stopping = true;
  const current = child;
  if (current === undefined) process.exit(lastExitCode);
  if (understandsStop && current.connected) current.send("stop", () => undefined);
  else current.kill("SIGTERM");
  setTimeout(() => {
    process.stderr.write(`Meridian did not stop within ${stopLimit / second} s; ending it.\n`);
    current.kill("SIGKILL");
  }, stopLimit);
}
