/** Runs the program as a child and starts it again when it dies. Plain Node, no imports of ours: it must never be the part that fails. */
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

/** Exit code of settings that cannot work (server/env.server.ts). */
const configurationError = 78;
/** ms */
const firstPause = 200;
const longestPause = 5000;
const quickDeath = 5000;
const stopPatience = 15_000;

const program = process.argv[2] ?? path.join(import.meta.dirname, "main.server.js");
const command = JSON.stringify([...process.execArgv, path.join(import.meta.dirname, "supervisor.server.js"), program]);
let child: ChildProcess;
let isStopping = false;
let pause = 0;

function start(): void {
  const startedAt = Date.now();
  child = fork(program, [], { env: { ...process.env, MERIDIAN_SUPERVISOR: command }, stdio: "inherit" });
  child.once("exit", (code, signal) => {
    if (isStopping || code === 0 || code === configurationError) process.exit(code ?? 1);
    const wasQuick = Date.now() - startedAt < quickDeath;
    pause = wasQuick ? Math.min(longestPause, Math.max(firstPause, pause * 2)) : 0;
    console.error(`Meridian stopped (${signal ?? `code ${code}`}); starting again${pause === 0 ? "" : ` in ${pause} ms`}.`);
    setTimeout(start, pause);
  });
}

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  if (child.connected) child.send("stop");
  else child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), stopPatience).unref();
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
start();
