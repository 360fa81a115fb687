/**
 * Determines the OS account of the embedded PostgreSQL. PostgreSQL refuses to run as root, so a root process runs it under an unprivileged account;
 * any other process runs it under its own account.
 */
import { execFile } from "node:child_process";
import { chown, readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { ConfigurationError } from "#server/postgres/configuration-error.server.ts";

export const runFile = promisify(execFile);
export const isWindows = process.platform === "win32";

/** An OS account by its numbers. An `Account | undefined` that is undefined means the account of this process. */
export type Account = { readonly uid: number; readonly gid: number };

/** Thrown when this machine cannot run the embedded PostgreSQL at all; the message suggests DATABASE_URL. */
export class EmbeddedPostgresUnavailable extends ConfigurationError {
  override readonly name = "EmbeddedPostgresUnavailable";

  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason}; set DATABASE_URL to a PostgreSQL 15 or later instead.`, options);
  }
}

/**
 * The account for the server: the owner of existing database files (so that the files of `alice` stay hers when root starts the server once),
 * otherwise `nobody`. Undefined unless this process is root.
 */
export async function findServerAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return readUnprivilegedAccount();
}

/** The spawn options that make a child run as `account`; with them, Node also drops root's supplementary groups. */
export function accountOptions(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/** Changes the owner of a file or folder to the server's account; does nothing when that is the account of this process. */
export async function chownTo(account: Account | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

/**
 * Whether the account can enter this folder. Tries it in a child process, because mode bits leave out access lists and security modules.
 * @throws EmbeddedPostgresUnavailable when this root process may not change accounts (no CAP_SETUID).
 */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  try {
    await runFile("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" });
    return true;
  } catch (error) {
    if (errorCode(error) !== "EPERM") return false;
    throw new EmbeddedPostgresUnavailable(
      "This root process is not allowed to start PostgreSQL under another account (CAP_SETUID is missing)",
      { cause: error },
    );
  }
}

/** The `code` of a system, spawn or PostgreSQL error; undefined for other errors. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function readUnprivilegedAccount(): Promise<Account> {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  const [, , uid, gid] = (/^nobody:.*$/m.exec(accounts)?.[0] ?? "").split(":");
  // macOS has -2, which system calls need as an unsigned number.
  return { uid: Number(uid ?? 65_534) >>> 0, gid: Number(gid ?? 65_534) >>> 0 };
}
