import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** The whole project, tests included, with files that were added to it. */
export type ProjectCopy = {
  folder: string;
  /** Runs a script of it and gives what that says. @throws Error with `stdout` when it fails */
  run: (...command: string[]) => string;
};

/** A copy of the project for one test file, with `files` added by their paths; goes away with it. What git ignores is not copied. */
export async function copyProject(files: Readonly<Record<string, string>>): Promise<ProjectCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), "meridian-copy-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const lines = (await readFile(".gitignore", "utf8")).split("\n");
  const leftOut = new Set([".git", ...lines.map((line) => line.replace(/\/$/, ""))]);
  for (const name of await readdir("."))
    if (!leftOut.has(name)) await cp(name, path.join(folder, name), { recursive: true, preserveTimestamps: true });
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { PATH, HOME, TMPDIR } = process.env;
  const own = Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined);
  // None is unpacked for tests that run there: they open no pages.
  const env = { ...Object.fromEntries(own), CHROME_PATH: "no browser" };
  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: folder, encoding: "utf8", stdio: "pipe", env, maxBuffer: 2 ** 26 });
  return { folder, run };
}
