import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extensionOf, fileFormats } from "#kit/stored-file.ts";
import { partSuffix, type Storage } from "#server/files/storage.server.ts";
import { newId } from "#server/process/id.server.ts";
import { countText, type Report } from "../report.server.ts";
import { DamagedBackup, layout, type ListedFile, readFileList } from "./manifest.server.ts";

const typeOf = (key: string): string => {
  const extension = extensionOf(key);
  return extension === undefined ? "application/octet-stream" : fileFormats[extension].type;
};

/** Where files come from and go to. `partsFolder`: for files on their way, on the file system of a folder storage. */
export type FileTarget = { folder: string; storage: Storage; partsFolder: string; signal: AbortSignal };

/**
 * Stores one file of the backup, unless the storage has it: keys are never used for another content. `replaced`: a damaged file of the storage, of
 * another size.
 */
async function storeFile(
  { key, bytes, sha256 }: ListedFile,
  { folder, storage, partsFolder }: FileTarget,
): Promise<"present" | "added" | "replaced"> {
  const storedBytes = await storage.size(key);
  if (storedBytes === bytes) return "present";
  const part = path.join(partsFolder, `${newId()}${partSuffix}`);
  const digest = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(path.join(folder, layout.file(key))),
      hashing,
      createWriteStream(part, { mode: 0o600 }),
    );
    if (digest.digest("hex") !== sha256)
      throw new DamagedBackup(`${layout.file(key)} has changed since it was checked.`);
    await storage.put(key, part, { type: typeOf(key) });
    return storedBytes === undefined ? "added" : "replaced";
  } finally {
    await rm(part, { force: true });
  }
}

/** The connection was lost while the server committed: nobody knows whether it did. */
export class UnknownOutcome extends Error {}

/**
 * Puts the files of a backup into the storage and then runs `commit`. When one of the two fails, the files that were added are removed again; those that
 * replaced damaged ones stay, because rows of before may name them, and after an unknown outcome all do.
 * @returns the number of files that were stored
 */
export async function withFiles(target: FileTarget, report: Report, commit: () => Promise<void>): Promise<number> {
  await mkdir(target.partsFolder, { recursive: true });
  const added: string[] = [];
  try {
    let [count, stored] = [0, 0];
    for await (const file of readFileList(target.folder)) {
      target.signal.throwIfAborted();
      const result = await storeFile(file, target);
      if (result === "added") added.push(file.key);
      if (result !== "present") stored += 1;
      count += 1;
      report.progress(countText(count, "file"));
    }
    await commit();
    return stored;
  } catch (error) {
    if (!(error instanceof UnknownOutcome))
      await target.storage
        .remove(added)
        .catch(() => report.line("Some files could not be removed again; the program does not use them."));
    throw error;
  }
}

/** The keys of listed files that the storage does not have in the same size; at most `most`. */
export async function findMissing(folder: string, storage: Storage, most: number): Promise<string[]> {
  const missing: string[] = [];
  for await (const { key, bytes } of readFileList(folder))
    if ((await storage.size(key)) !== bytes && missing.push(key) === most) break;
  return missing;
}
