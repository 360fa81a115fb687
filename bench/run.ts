/** `npm run bench`, or `npm run bench -- page list`: runs the benches one after the other and sums them up as a table. Fails when a limit is missed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { isBuilt } from "../scripts/built.ts";

const benches = ["page", "site", "navigation", "lighthouse", "login", "list", "faults"];

type Figure = { name: string; value: number; unit: string; atLeast?: number; atMost?: number; ok: boolean };

/** Runs one bench, showing what it says as it says it. Its exit code 1 may only mean a missed limit; without a figure it is a failure. */
async function run(bench: string): Promise<Figure[]> {
  console.error(`\n${bench}`);
  const child = spawn(process.execPath, [`bench/${bench}.ts`], { stdio: ["ignore", "pipe", "inherit"] });
  const figures: Figure[] = [];
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    console.error(`  ${line}`);
    if (line.startsWith("{")) figures.push(JSON.parse(line) as Figure);
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0 && figures.every(({ ok }) => ok)) throw new Error(`The bench ${bench} failed.`);
  return figures;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`No bench is called ${unknown.join(", ")}. There are: ${benches.join(", ")}`);
if (!isBuilt()) throw new Error("Build first: npm run build");

const figures: Figure[] = [];
for (const bench of wanted.length > 0 ? wanted : benches) figures.push(...(await run(bench)));
console.table(
  figures.map(({ name, value, unit, atLeast, atMost, ok }) => ({
    name,
    value,
    unit,
    limit: atLeast === undefined ? (atMost === undefined ? "" : `<= ${atMost}`) : `>= ${atLeast}`,
    ok,
  })),
);
if (figures.some(({ ok }) => !ok)) process.exitCode = 1;
