import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A copy of the whole project, including its tests, with added files. */
export type ProjectCopy = {
  folder: string;
  /** Runs a script of the copy and returns its output. @throws Error with `stdout` if the script fails */
  run: (...command: string[]) => string;
};

/** Copies the project without ignored files, and adds `files` by their paths. The copy is deleted when all tests of the file have run. */
export async function copyProject(files: Readonly<Record<string, string>>): Promise<ProjectCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), "meridian-copy-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const lines = (await readFile(".gitignore", "utf8")).split("\n");
  const ignored = new Set([".git", ...lines.map((line) => line.replace(/\/$/, ""))]);
  for (const name of await readdir("."))
    if (!ignored.has(name)) await cp(name, path.join(folder, name), { recursive: true, preserveTimestamps: true });
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { PATH, HOME, TMPDIR } = process.env;
  const variables = Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined);
  // Tests of the copy open no pages: with CHROME_PATH, no browser is unpacked for them.
  const env = { ...Object.fromEntries(variables), CHROME_PATH: "no browser" };
  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: folder, encoding: "utf8", stdio: "pipe", env, maxBuffer: 2 ** 26 });
  return { folder, run };
}
