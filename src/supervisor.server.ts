/**
 * Keeps the application running: starts it as a child process and starts it again when it dies.
 *
 *     node supervisor.server.js [main.server.js [arguments for it...]]
 *
 * The two watch each other. The supervisor sees the child's exit; the child sees the message channel close when the
 * supervisor is killed, starts a new supervisor and exits (server/process/supervised.server.ts). They communicate by:
 *
 *   MERIDIAN_SUPERVISOR   environment of the child: JSON array, the arguments that start this supervisor again
 *   "supervised"          child -> supervisor: the child understands "stop"
 *   "stop"                supervisor -> child: end in order
 *
 * The new child listens on the port of the old one, which the old process may hold for a moment longer: the new child
 * has to repeat `listen` on EADDRINUSE for up to 10 s.
 *
 * Imports no library, so that it runs from source and bundles to one small file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { allocatorSettings } from "#server/process/allocator.server.ts";

/** In ms, like all times below. */
const second = 1000;
/** A child that ran for less than this counts as a failed start. */
const minUptime = 5 * second;
/** A child that ran for this long resets the count of failed starts. */
const stableUptime = 30 * second;
const firstPause = 0.2 * second;
const longestPause = 5 * second;
/** How long the child may take to shut down before it is killed. */
const stopLimit = 15 * second;
/** Exit code of a child whose configuration is wrong (EX_CONFIG of sysexits.h): a restart would not help. */
const badConfigurationCode = 78;

const [appPath = join(import.meta.dirname, "main.server.js"), ...appArguments] = process.argv.slice(2);
const appFile = resolve(appPath);
// `import.meta.filename` rather than `process.argv[1]`, because scripts/start.ts imports this file after it has built the application.
const supervisorCommand = [...process.execArgv, import.meta.filename, appFile, ...appArguments];

let child: ChildProcess | undefined;
let understandsStop = false;
let isStopping = false;
let earlyExits = 0;
let lastExitCode = 0;

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
// The process that reads the output may have ended; the application continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
start();

function start(): void {
  const startedAt = Date.now();
  understandsStop = false;
  const newChild = spawn(process.execPath, [...process.execArgv, appFile, ...appArguments], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Packages that are not part of the bundle, React for one, read NODE_ENV.
    env: {
      NODE_ENV: "production",
      ...allocatorSettings,
      ...process.env,
      MERIDIAN_SUPERVISOR: JSON.stringify(supervisorCommand),
    },
  });
  child = newChild;
  newChild.on("message", (message) => {
    understandsStop ||= message === "supervised";
  });
  newChild.once("error", (error) => {
    // The process could not be started (no memory, no process slot). No exit event follows: handled like a crash.
    if (newChild.pid === undefined) handleExit({ startedAt, code: 1, reason: error.message });
  });
  newChild.once("exit", (status, signal) => {
    const code = status ?? 128 + constants.signals[signal ?? "SIGKILL"];
    handleExit({ startedAt, code, reason: signal === null ? `exit code ${code}` : signal });
  });
}

function handleExit({ startedAt, code, reason }: { startedAt: number; code: number; reason: string }): void {
  child = undefined;
  lastExitCode = code;
  if (isStopping || code === 0 || code === badConfigurationCode) process.exit(code);

  const uptime = Date.now() - startedAt;
  if (uptime >= stableUptime) earlyExits = 0;
  if (uptime < minUptime) earlyExits += 1;
  // The first restart is immediate, so that a single crash costs visitors as little as possible.
  const isImmediate = earlyExits <= 1 || uptime >= minUptime;
  const delay = isImmediate ? 0 : Math.min(firstPause * 2 ** (earlyExits - 2), longestPause);
  process.stderr.write(`Meridian ended unexpectedly (${reason}); starting it again in ${delay / second} s.\n`);
  setTimeout(() => {
    if (!isStopping) start();
  }, delay);
}

/**
 * Stops the child, then this process. Asks the child by message rather than by signal where possible: Ctrl-C already sent SIGINT to the child too,
 * and a second signal commonly means "at once". Only the first call counts, because Ctrl-C may deliver several signals. Kills the child after
 * `stopLimit`.
 */
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  const current = child;
  if (current === undefined) process.exit(lastExitCode);
  if (understandsStop && current.connected) current.send("stop", () => undefined);
  else current.kill("SIGTERM");
  setTimeout(() => {
    process.stderr.write(`Meridian did not stop within ${stopLimit / second} s; ending it.\n`);
    current.kill("SIGKILL");
  }, stopLimit);
}
