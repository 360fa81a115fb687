import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hours } from "#kit/format.ts";
import { pictureName, pictureWidths } from "#kit/picture.ts";
import { Problem } from "#kit/problem.ts";
import { newId } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { createPictures } from "./pictures.server.ts";
import { type ByteRange, partSuffix, type Storage } from "./storage.server.ts";
import { createQueue, createShares } from "#server/process/queue.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    files: Files;
  }
}

/** `key` is where its bytes are in the storage, and the last part of its url. */
export type StoredImage = { key: string; url: string; width: number; height: number; size: number };
/** Which width, and whether the reader understands AVIF: they get it if it is made already; it is made behind the first reader's back, because that takes seconds. */
type FileOptions = { width?: number; asAvif?: boolean };
/** What is sent for a name: `key` is where it is kept, and never stands for anything else. */
type Chosen = { key: string; type: string };
export type StoredFile = Chosen & { size: number };
type OpenFile = StoredFile & { stream: Readable };

type Save = (file: string) => Promise<void>;
type Keep = (image: StoredImage) => Promise<void>;

export type Files = {
  /**
   * Re-encodes a picture to WebP (which drops EXIF and anything hidden in it) and stores it under a new, unguessable name. `save` writes
   * what was sent to a file; `owner` is who sends it. `keep` notes the picture where it counts, or refuses it with `payloadTooLarge`.
   * @throws {Problem} tooManyRequests while this owner, or all together, have too many under way
   */
  storeImage: (owner: string, save: Save, keep: Keep) => Promise<StoredImage>;
  /** Stores the file that `write` writes, under a new key that is no address: whoever gives it out says to whom (server/files/private-files.server.ts). */
  storePrivate: (file: { extension: string; type: string }, write: Save) => Promise<{ key: string; size: number }>;
  /** Removes the files of these keys, those that are there. */
  remove: (keys: readonly string[]) => Promise<void>;
  /** Opens a stored file by the last part of its url; undefined when there is none. `width`: one of `pictureWidths`. */
  open: (name: string, options?: FileOptions) => Promise<OpenFile | undefined>;
  /** What `open` would open, for those who need less than all of it. */
  find: (name: string, options?: FileOptions) => Promise<StoredFile | undefined>;
  /** Opens what was found, or a range of it; undefined when it is gone meanwhile. */
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** Removes what was being written when a process died. */
  removeUnfinished: () => Promise<void>;
  stop: () => void;
};

const stored = /^[0-9a-f-]{36}(?:_\d{1,5}x\d{1,5}_[0-9a-f]*)?\.webp$/;
const refusal = (zh: string, en: string) => new Problem("tooManyRequests", { zh, en }, { retryAfter: 5 });
const busy = refusal(
  "当前上传的图片较多，请稍后再试",
  "Many pictures are being uploaded right now. Try again in a moment.",
);
const wait = refusal(
  "已上传的图片还在处理中，请稍后再试",
  "Your other pictures are still being processed. Try again in a moment.",
);

/** What is being written, and not finished after an hour, never will be. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(partSuffix));
  for (const file of names.map((name) => path.join(folder, name))) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - hours(1)) await rm(file, { force: true });
  }
}

/**
 * Takes uploads in and gives them out. They are kept in `storage` and are immutable: a new upload is a new id (T-40). What is being written
 * lies in `folder`, which has to suit the storage (createFolderStorage).
 */
export async function openFiles(storage: Storage, folder: string, log: Logger): Promise<Files> {
  await mkdir(folder, { recursive: true });
  const coalesce = singleFlight<void>();
  const pictures = createPictures(log);
  // One upload, one narrower picture and one AVIF at a time, whoever asks for them.
  const storing = createQueue({ atOnce: 1, longest: 10, refusal: busy });
  const narrowing = createQueue({ atOnce: 1, longest: 30, refusal: busy });
  const improving = createQueue({ atOnce: 1, longest: 100, refusal: busy });
  const withinShare = createShares({ max: 3, refusal: wait });

  /** How the storage is asked for a key: to open it, or for its size only. */
  type Look<T> = (key: string) => Promise<T | undefined>;
  type Seen<T> = Promise<(Chosen & T) | undefined>;

  async function seen<T extends object>(key: string, type: string, look: Look<T>): Seen<T> {
    const file = await look(key);
    return file && { ...file, key, type };
  }
  const measure: Look<{ size: number }> = async (key) => {
    const size = await storage.size(key);
    return size === undefined ? undefined : { size };
  };

  /** The picture process works from file to file: what goes in, what comes out, and nothing of either left behind. */
  async function withParts<T>(work: (from: string, to: string) => Promise<T>): Promise<T> {
    const parts = [newId(), newId()].map((id) => path.join(folder, `${id}${partSuffix}`)) as [string, string];
    try {
      return await work(...parts);
    } finally {
      await Promise.all(parts.map((file) => rm(file, { force: true })));
    }
  }

  const makeNarrow = (name: string, small: string, width: number, format: "webp" | "avif") =>
    withParts(async (from, to) => {
      const original = await storage.open(name);
      if (original === undefined) return;
      await pipeline(original.stream, createWriteStream(from));
      await pictures.resize({ from, to, width, format });
      await storage.put(small, to, { type: `image/${format}` });
    });

  /** When nobody waits. A picture that cannot be made so is shown as it is. */
  function makeAvif(name: string, width: number, small: string): void {
    const make = () => improving.inTurn(() => makeNarrow(name, small, width, "avif"));
    coalesce(small, make).catch(() => {});
  }

  async function lookSmall<T extends object>(name: string, width: number, asAvif: boolean, look: Look<T>): Seen<T> {
    const small = `${name}@${width}`;
    const avif = asAvif ? await seen(`${small}.avif`, "image/avif", look) : undefined;
    if (avif !== undefined) return avif;
    const webp = `${small}.webp`;
    const cachedFile = await seen(webp, "image/webp", look);
    if (cachedFile === undefined) {
      if ((await storage.size(name)) === undefined) return undefined;
      const make = () => narrowing.inTurn(() => makeNarrow(name, webp, width, "webp"));
      const isMade = await coalesce(webp, make).then(
        () => true,
        () => false,
      );
      // Too many at once: better the picture in its full width than none.
      if (!isMade) return seen(name, "image/webp", look);
    }
    if (asAvif) makeAvif(name, width, `${small}.avif`);
    return cachedFile ?? seen(webp, "image/webp", look);
  }

  async function lookFor<T extends object>(name: string, { width, asAvif = false }: FileOptions, look: Look<T>) {
    if (!stored.test(name)) return undefined;
    if (width === undefined) return seen(name, "image/webp", look);
    return pictureWidths.some((offered) => offered === width) ? lookSmall(name, width, asAvif, look) : undefined;
  }

  async function storeImage(save: Save, keep: Keep): Promise<StoredImage> {
    storing.refuseWhenFull();
    return withParts(async (from, to) => {
      await save(from);
      const { width, height, size, quarters } = await storing.inTurn(() => pictures.store(from, to));
      const key = pictureName(newId(), { width, height, quarters });
      const image = { key, url: `/files/${key}`, width, height, size };
      await storage.put(key, to, { type: "image/webp" });
      // Bytes before rows: what a row names is there. After any other failure nobody knows whether there is a row, so the bytes stay.
      await keep(image).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === "payloadTooLarge") await storage.remove([key]);
        throw error;
      });
      return image;
    });
  }

  return {
    storePrivate: ({ extension, type }, write) =>
      withParts(async (file) => {
        await write(file);
        const [key, { size }] = [`${newId()}.${extension}`, await stat(file)];
        await storage.put(key, file, { type });
        return { key, size };
      }),
    remove: storage.remove,
    storeImage: (owner, save, keep) => withinShare(owner, () => storeImage(save, keep)),
    open: (name, options = {}) => lookFor(name, options, storage.open),
    find: (name, options = {}) => lookFor(name, options, measure),
    read: async (key, range) => (await storage.open(key, range))?.stream,
    removeUnfinished: () => removeUnfinished(folder),
    stop: pictures.stop,
  };
}
