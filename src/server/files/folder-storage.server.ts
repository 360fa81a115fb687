import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { checkKey, type Storage } from "./storage.server.ts";

/** The size of a file in bytes; undefined when there is no such file. @throws on any other error of the disk */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Syncs a file to the disk: the row that refers to the file survives a power cut, so the file must too. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Stores files in a folder, which several processes may share. Files are moved into it, so that writes are atomic; they must be on the same file
 * system.
 */
export async function createFolderStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true });
  const fileOf = (key: string) => {
    checkKey(key);
    return path.join(folder, key);
  };
  return {
    async put(key, file) {
      const target = fileOf(key);
      await flush(file);
      await rename(file, target);
    },
    async open(key, range) {
      const file = fileOf(key);
      const size = await sizeOf(file);
      if (size === undefined) return undefined;
      if (range !== undefined && range.start >= size) throw new RangeError(`${range.start} is behind ${size} bytes`);
      return { stream: createReadStream(file, range), size };
    },
    size: async (key) => sizeOf(fileOf(key)),
    async remove(keys) {
      await Promise.all(keys.map(fileOf).map((file) => rm(file, { force: true })));
    },
  };
}
