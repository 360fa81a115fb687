import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { addCleanUp } from "./clean-up.ts";

/** How a command of the operator ended. `output`: its result; `report`: what it told meanwhile. */
export type Ended = { code: number | null; output: string; report: string };

/** Runs a command of the operator, `backup` for instance, as the built program has it. `settings`: its whole environment. */
export async function operate(args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ["dist/server/operation.server.js", ...args], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: path.resolve("node_modules/.cache/program"),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, report, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, output, report };
}

/** A folder that is removed after the file's tests. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  addCleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
