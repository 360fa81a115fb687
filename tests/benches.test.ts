/** Every bench at a small size: it prints figures and leaves no processes or files. The figures are not meaningful at this size. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { benches as allBenches } from "../bench/benches.ts";
import { missingPrograms } from "../bench/installation.ts";
import { processesOf } from "../bench/leftovers.ts";
import { seed } from "../bench/running-app.ts";
import { sharedServer } from "./support/server.ts";

/** One bench starts what `deployment` has examples for, and runs where all of that is installed. */
const benches = allBenches.filter((name) => name !== "operation" || missingPrograms.length === 0);

const folder = await mkdtemp(path.join(tmpdir(), "b-"));
// The account of a database server has to get through.
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));
/** The program for benches that only read pages. Other benches start their own program on a copy of `seedFolder`. */
const { url } = await sharedServer();
const seedFolder = await mkdtemp(path.join(tmpdir(), "meridian-seeded-"));
afterAll(() => rm(seedFolder, { recursive: true, force: true }));
await seed(seedFolder);

const startBenches = (names: readonly string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, ["bench/run.ts", ...names], {
    env: {
      ...process.env,
      BENCH_SIZE: "miniature",
      BENCH_SEED: seedFolder,
      // Unpacking Chromium takes as long as a small bench.
      BENCH_BROWSER: JSON.stringify(inject("browser")),
      TMPDIR: folder,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

async function runBenches(names: readonly string[], environment: Record<string, string>) {
  const child = startBenches(names, environment);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, output: output + errors };
}

const leftovers = async () => [
  ...(await readdir(folder)),
  ...(await processesOf(folder)).map(({ command }) => command),
];

describe("all benches", () => {
  let run: Awaited<ReturnType<typeof runBenches>>;
  beforeAll(async () => void (run = await runBenches(benches, { BENCH_URL: url })), 2_400_000);

  test.each(benches)("%s prints figures", (name) => {
    // The output of a bench follows its name on a line of its own.
    const [, ...sections] = run.output.split(/^(?=\w+$)/m);
    const section = sections.find((part) => part.startsWith(`${name}\n`));
    expect(section, run.output).toMatch(/^ {2}\{"name":"\w/m);
  });

  test("R-01, R-03, R-30: behind nginx and PgBouncer, a kill and an update lose no acknowledged write, sign nobody out and leave no list behind, and an update fails no request, where all are installed", () => {
    const figures = Object.fromEntries(
      [...run.output.matchAll(/^ {2}(\{"name":"operation\..*\})$/gm)].map(([, line]) => {
        const { name, value } = JSON.parse(line!) as { name: string; value: number };
        return [name, value];
      }),
    );
    const names = ["writes.lost", "writes.doubled", "signed-out", "stale-lists", "jobs.failed", "update.errors"];
    const expected = benches.includes("operation") ? names.map((name) => [`operation.${name}`, 0]) : [];
    expect(figures).toMatchObject(Object.fromEntries(expected));
  });

  test("succeed and leave no process and no file", async () => {
    expect(run.code, run.output).toBe(0);
    expect(await leftovers()).toEqual([]);
  });
});

test("a failing bench reports the failure and ends its processes", { timeout: 180_000 }, async () => {
  const { code, output } = await runBenches(["page"], { BENCH_URL: "http://127.0.0.1:1" });
  expect(code, output).toBe(1);
  expect(output).toContain("page failed");
  expect(await leftovers()).toEqual([]);
});

test("a stopped bench ends its processes, including its database", { timeout: 180_000 }, async () => {
  const child = startBenches(["list"]);
  const ended = once(child, "exit");
  child.stdout.resume();
  child.stderr.resume();
  const hasDatabase = async () => (await leftovers()).some((command) => command.includes("checkpointer"));
  await expect.poll(hasDatabase, { timeout: 120_000 }).toBe(true);
  child.kill("SIGTERM");
  await ended;
  expect(await leftovers()).toEqual([]);
});
