import { readFileSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";

/** What identifies a key in a backup: whoever has it cannot find the key. */
export const keyPrint = (pepper: Pepper): string => keyedHash(pepper, "backup");

/** Whether this key, or one that it replaced, is the one of the backup. */
export const hasKey = (pepper: Pepper, print: string): boolean =>
  withEachKey(pepper).some((one) => keyPrint(one) === print);

/** The file beside a backup that has the generated key of its installation. */
export const keyFileOf = (folder: string): string => `${path.resolve(folder)}.key`;

/** Where the program generates its key. */
export const generatedKeyFile = (dataFolder: string): string => path.join(dataFolder, "pepper");

/** @throws {Error} when the place of the key file beside the backup is taken by anything but the same key */
export async function checkKeyFile(folder: string, pepper: Pepper): Promise<void> {
  const stored = await readKeyFile(keyFileOf(folder)).catch(() => "unreadable" as const);
  if (stored === undefined || (stored !== "unreadable" && stored.key.equals(pepper.key))) return;
  throw new Error(
    `${keyFileOf(folder)} exists already and has another key. Name another folder for the backup, or keep that file elsewhere.`,
  );
}

/**
 * Writes the key beside the backup, readable by its owner only. Never in the backup: together they are worth more to a thief. A file with the same key,
 * which an earlier backup may have left, stays.
 * @throws {Error} as `checkKeyFile`
 */
export async function writeKeyFile(folder: string, pepper: Pepper): Promise<void> {
  const options = { mode: 0o600, flag: "wx", flush: true };
  await writeFile(keyFileOf(folder), `${pepper.key.toString()}\n`, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    return checkKeyFile(folder, pepper);
  });
}

/** The key in a file; undefined when there is no such file. */
export async function readKeyFile(file: string): Promise<Pepper | undefined> {
  const isFile = (await stat(file).catch(() => undefined)) !== undefined;
  return isFile ? { key: Buffer.from((await readFile(file, "utf8")).trim()), previous: [] } : undefined;
}

/** The key of the settings or of the data folder, without generating one; undefined when there is none. */
export function existingPepper(
  { PEPPER, PEPPER_PREVIOUS }: { PEPPER?: string | undefined; PEPPER_PREVIOUS: readonly string[] },
  dataFolder: string,
): Pepper | undefined {
  const previous = PEPPER_PREVIOUS.map((key) => Buffer.from(key));
  if (PEPPER !== undefined) return { key: Buffer.from(PEPPER), previous };
  try {
    return { key: Buffer.from(readFileSync(generatedKeyFile(dataFolder), "utf8").trim()), previous };
  } catch {
    return undefined;
  }
}
