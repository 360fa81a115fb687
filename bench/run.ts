/**
 * `npm run bench`, or `npm run bench -- page list`: runs the benches one after the other and prints a table. Fails when a limit is missed, when a
 * bench fails, or when one leaves a process running.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { benches } from "./benches.ts";
import type { Figure } from "./figure.ts";
import { endProcessesOf } from "./leftovers.ts";
import { seed, temporaryFolder } from "./running-app.ts";

/** The result of a bench; `fault`: a failure other than a missed limit. */
type Outcome = { figures: Figure[]; fault: string | undefined };

let running: ReturnType<typeof spawn> | undefined;
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    process.exitCode = 1;
    isStopped = true;
    running?.kill(signal);
  });

/** Runs one bench and forwards its output. An exit code other than 0 is a fault unless a limit was missed. */
async function run(bench: string): Promise<Outcome> {
  console.error(`\n${bench}`);
  // All processes of the bench inherit TMPDIR, by which `endProcessesOf` finds those that are still running.
  await using folder = await temporaryFolder();
  const child = spawn(process.execPath, [`bench/${bench}.ts`], {
    stdio: ["ignore", "pipe", "inherit"],
    // Each bench is a process, and compiles the same modules.
    env: { NODE_COMPILE_CACHE: path.resolve("node_modules/.cache/bench"), ...process.env, TMPDIR: folder.path },
  });
  running = child;
  const figures: Figure[] = [];
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    console.error(`  ${line}`);
    if (line.startsWith("{")) figures.push(JSON.parse(line) as Figure);
  }
  const [code, signal] = (await ended) as [number | null, string | null];
  const left = await endProcessesOf(folder.path);
  const hasFailed = figures.length === 0 || (code !== 0 && figures.every(({ ok }) => ok));
  if (hasFailed) return { figures, fault: `${bench} failed (${signal ?? `exit code ${code}`})` };
  return { figures, fault: left.length === 0 ? undefined : `${bench} left processes running: ${left.join("; ")}` };
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`No bench is called ${unknown.join(", ")}. There are: ${benches.join(", ")}`);
ensureBuilt();

await using seeded = await temporaryFolder();
if (process.env.BENCH_SEED === undefined) {
  await seed(seeded.path);
  process.env.BENCH_SEED = seeded.path;
}

const outcomes: Outcome[] = [];
for (const bench of names.length > 0 ? names : benches) if (!isStopped) outcomes.push(await run(bench));
const figures = outcomes.flatMap((outcome) => outcome.figures);
console.table(
  figures.map(({ name, value, unit, atLeast, atMost, ok }) => ({
    name,
    value,
    unit,
    limit: atLeast === undefined ? (atMost === undefined ? "" : `<= ${atMost}`) : `>= ${atLeast}`,
    ok,
  })),
);
const faults = outcomes.flatMap(({ fault }) => fault ?? []);
for (const fault of faults) console.error(fault);
if (faults.length > 0 || figures.some(({ ok }) => !ok)) process.exitCode = 1;
