import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hours, megabytes } from "#kit/format.ts";
import { pictureName, pictureWidths } from "#kit/picture.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { extensionOf, type FileExtension, fileFormats, type FileKind, maxFileMegabytes } from "#kit/stored-file.ts";
import { fontName, storedFont } from "#kit/theme-font.ts";
import { newId } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { readFileFacts } from "./file-format.server.ts";
import { downloadName } from "./file-name.server.ts";
import { charactersOfSet, type FontSubset, subsetKey } from "./font-subset.server.ts";
import { createFonts } from "./fonts.server.ts";
import { createPictures } from "./pictures.server.ts";
import type { Scan } from "./scanner.server.ts";
import { type ByteRange, partSuffix, type Storage } from "./storage.server.ts";
import { createQueue, createOwnerLimit } from "#server/process/queue.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    files: Files;
  }
}

/** An upload. `kind`: the required kind, if the field accepts only one. `save` writes its bytes to a file. */
export type Upload = {
  /** The id with which the storage key begins; a new one by default. */
  id?: string;
  name: string;
  kind?: FileKind | undefined;
  save: (file: string) => Promise<void>;
};
/** `key` is the storage key, and the last part of its URL; `name` is the download name. */
export type StoredUpload = {
  key: string;
  url: string;
  kind: FileKind;
  type: string;
  name: string;
  size: number;
  sha256: string;
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
};
/**
 * Options for images. `width`: one of `pictureWidths`. `asAvif`: the client accepts AVIF, which is sent if it exists already; the first request
 * creates it in the background, because that takes seconds.
 */
type FileOptions = { width?: number; asAvif?: boolean };
/** A stored file: its storage key, whose content never changes, and its media type. */
type FileKey = { key: string; type: string };
export type StoredFile = FileKey & { size: number };
type OpenFile = StoredFile & { stream: Readable };

type RecordFile = (file: StoredUpload) => Promise<void>;
type RecordSubset = (key: string) => Promise<string | undefined>;

export type Files = {
  /**
   * Stores an upload under a new, unguessable name. An image is re-encoded to WebP, which drops EXIF and anything hidden in it; everything else is
   * stored unchanged, with the type of its content. `owner`: the uploader. `recordFile` adds the file's row and checks quotas, or refuses the file
   * with `payloadTooLarge` or `notFound`.
   * @throws {Problem} tooManyRequests while this owner, or all together, have too many in progress; unsupportedMediaType; payloadTooLarge for its
   * kind; invalid for malware; unavailable when the virus scanner is
   */
  storeUpload: (owner: string, upload: Upload, recordFile: RecordFile) => Promise<StoredUpload>;
  /**
   * Copies a stored file, unchanged, under a new key; undefined when its bytes are gone. `recordFile` as for `storeUpload`.
   * @throws {Problem} payloadTooLarge
   */
  copy: (original: StoredUpload, recordFile: RecordFile) => Promise<StoredUpload | undefined>;
  /**
   * Stores the file that `write` writes under a new key without a public address: access is checked elsewhere (server/files/private-files.server.ts).
   */
  storePrivate: (
    file: { extension: string; type: string },
    write: Upload["save"],
  ) => Promise<{ key: string; size: number }>;
  /** Removes the files of these keys; keys without a file are ignored. */
  remove: (keys: readonly string[]) => Promise<void>;
  /** Opens a stored file by the last segment of its URL; undefined when there is none, or `width` is not one of `pictureWidths`. */
  open: (name: string, options?: FileOptions) => Promise<OpenFile | undefined>;
  /**
   * Opens a part of a stored font as WOFF2, which is made at the first request. `recordSubset` adds its row before that, and returns the id of its
   * space; undefined for a font that is not there (any more), as is the answer then. @throws {Problem} tooManyRequests; unavailable
   */
  openSubset: (subset: FontSubset, recordSubset: RecordSubset) => Promise<OpenFile | undefined>;
  /** Like `open`, without reading the content. */
  find: (name: string, options?: FileOptions) => Promise<StoredFile | undefined>;
  /** Reads the file of a key, or a range of it; undefined when there is none. */
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** Removes temporary files of processes that died. */
  removeUnfinished: () => Promise<void>;
  stop: () => void;
};

/** Keys of images, some with their size and the colours of their quarters (`pictureName`), and keys of all other uploads. */
const pictureKeyPattern = /^[0-9a-f-]{36}(?:_\d{1,5}x\d{1,5}_[0-9a-f]*)?\.webp$/;
const fileKeyPattern = /^[0-9a-f-]{36}\.[a-z0-9]{3,4}$/;
const isFontKey = (name: string) => storedFont(`/files/${name}`) !== undefined;
const refusal = (text: Text) => new Problem("tooManyRequests", text, { retryAfter: 5 });
const busy = refusal({
  zh: "当前上传的图片较多，请稍后再试",
  en: "Many images are being uploaded right now. Try again in a moment.",
});
const fontsBusy = refusal({
  zh: "当前处理的字体较多，请稍后再试",
  en: "Many fonts are being processed right now. Try again in a moment.",
});
const tooManyOfOwner = refusal({
  zh: "之前上传的文件还在处理中，请稍后再试",
  en: "Your other files are still being processed. Try again in a moment.",
});

/** The refusal of a file that is not of the required kind; `any`: of none of the accepted kinds. */
const wrongKindProblems: Record<FileKind | "any", Problem> = {
  image: new Problem("unsupportedMediaType", {
    zh: "请上传 PNG、JPG、WebP 或 GIF 图片",
    en: "Upload a PNG, JPG, WebP or GIF image.",
  }),
  video: new Problem("unsupportedMediaType", { zh: "请上传 MP4 或 WebM 视频", en: "Upload an MP4 or WebM video." }),
  audio: new Problem("unsupportedMediaType", {
    zh: "请上传 MP3、M4A、AAC、OGG、WAV 或 FLAC 音频",
    en: "Upload an MP3, M4A, AAC, OGG, WAV or FLAC audio file.",
  }),
  document: new Problem("unsupportedMediaType", {
    zh: "请上传 PDF、Office 文档、ZIP、TXT 或 CSV",
    en: "Upload a PDF, an office document, ZIP, TXT or CSV.",
  }),
  font: new Problem("unsupportedMediaType", {
    zh: "请上传 TTF、OTF、WOFF 或 WOFF2 字体",
    en: "Upload a TTF, OTF, WOFF or WOFF2 font.",
  }),
  any: new Problem("unsupportedMediaType", {
    zh: "不支持此类文件。可上传 PDF、Office 文档、ZIP、TXT、CSV、图片、音频和视频",
    en: "This kind of file is not supported. Upload a PDF, an office document, ZIP, TXT, CSV, image, audio or video.",
  }),
};

/** The refusal of a file that is larger than its kind may be. */
export const tooLarge = (kind: FileKind) =>
  new Problem("payloadTooLarge", {
    zh: `文件不能超过 ${maxFileMegabytes[kind]} MB`,
    en: `Files can be up to ${maxFileMegabytes[kind]} MB.`,
  });

/** @throws {Problem} payloadTooLarge */
async function refuseLarge(kind: FileKind, file: string): Promise<void> {
  const { size } = await stat(file);
  if (size > megabytes(maxFileMegabytes[kind])) throw tooLarge(kind);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Removes temporary files that are older than an hour, and therefore abandoned. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(partSuffix));
  for (const file of names.map((name) => path.join(folder, name))) {
    const stats = await stat(file).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < Date.now() - hours(1)) await rm(file, { force: true });
  }
}

/**
 * Stores and serves uploads. They are in `storage` and immutable: every upload gets a new id (T-40). Temporary files are in `folder`, which for a
 * folder storage must be on the same file system (createFolderStorage). `scan` checks an upload before anything else reads it.
 */
export async function openFiles(
  storage: Storage,
  folder: string,
  { log, scan }: { log: Logger; scan: Scan },
): Promise<Files> {
  await mkdir(folder, { recursive: true });
  const coalesce = singleFlight<void>();
  const pictures = createPictures(log);
  // One upload, one resize and one AVIF conversion at a time, for all users together.
  const storeQueue = createQueue({ concurrency: 1, maxWaiting: 10, refusal: busy });
  const resizeQueue = createQueue({ concurrency: 1, maxWaiting: 30, refusal: busy });
  const fonts = createFonts(log);
  // One font at a time, because the process ends with a job that fails.
  const fontQueue = createQueue({ concurrency: 1, maxWaiting: 60, refusal: fontsBusy });
  // No space fills the queue alone.
  const withinSpaceLimit = createOwnerLimit({ max: 20, refusal: fontsBusy });
  const avifQueue = createQueue({ concurrency: 1, maxWaiting: 100, refusal: busy });
  const withinLimit = createOwnerLimit({ max: 3, refusal: tooManyOfOwner });

  /** Looks up a key in the storage: to open it, or for its size only. */
  type Lookup<T> = (key: string) => Promise<T | undefined>;
  type LookupResult<T> = Promise<(FileKey & T) | undefined>;

  async function lookUp<T extends object>(key: string, type: string, lookup: Lookup<T>): LookupResult<T> {
    const file = await lookup(key);
    return file && { ...file, key, type };
  }
  const measure: Lookup<{ size: number }> = async (key) => {
    const size = await storage.size(key);
    return size === undefined ? undefined : { size };
  };

  /** Runs `work` with the paths of two temporary files, which are removed afterwards. */
  async function withParts<T>(work: (from: string, to: string) => Promise<T>): Promise<T> {
    const parts = [newId(), newId()].map((id) => path.join(folder, `${id}${partSuffix}`)) as [string, string];
    try {
      return await work(...parts);
    } finally {
      await Promise.all(parts.map((file) => rm(file, { force: true })));
    }
  }

  /** Creates the narrower image of the key `small`. */
  const makeNarrow = (name: string, small: string, width: number, format: "webp" | "avif") =>
    withParts(async (from, to) => {
      const original = await storage.open(name);
      if (original === undefined) return;
      await pipeline(original.stream, createWriteStream(from));
      await pictures.resize({ from, to, width, format });
      await storage.put(small, to, { type: `image/${format}` });
    });

  /** Makes a part of a font; nothing if the font is gone. */
  const makeSubset = (tenantId: string, { font, set }: FontSubset, key: string) =>
    withParts(async (from, to) => {
      // Another font of the space may have failed while this one waited.
      fonts.refuseResting(tenantId);
      const original = await storage.open(font);
      if (original === undefined) return;
      await pipeline(original.stream, createWriteStream(from));
      await fonts.subset(tenantId, { from, to, characters: charactersOfSet(set) });
      await storage.put(key, to, { type: fileFormats.woff2.type });
    });

  async function openSubset(subset: FontSubset, recordSubset: RecordSubset) {
    const key = subsetKey(subset);
    const { type } = fileFormats.woff2;
    const storedPart = await lookUp(key, type, storage.open);
    if (storedPart !== undefined) return storedPart;
    const tenantId = await recordSubset(key);
    if (tenantId === undefined) return undefined;
    fonts.refuseResting(tenantId);
    const make = () => fontQueue.enqueue(() => makeSubset(tenantId, subset, key));
    await coalesce(key, () => withinSpaceLimit(tenantId, make));
    return lookUp(key, type, storage.open);
  }

  /** Creates the AVIF in the background. If that fails, the picture is still sent as WebP. */
  function makeAvif(name: string, width: number, small: string): void {
    const make = () => avifQueue.enqueue(() => makeNarrow(name, small, width, "avif"));
    coalesce(small, make).catch(() => {});
  }

  /** Looks up an image in another width, and creates it if necessary. */
  async function lookUpNarrow<T extends object>(
    name: string,
    width: number,
    asAvif: boolean,
    lookup: Lookup<T>,
  ): LookupResult<T> {
    const small = `${name}@${width}`;
    const avif = asAvif ? await lookUp(`${small}.avif`, "image/avif", lookup) : undefined;
    if (avif !== undefined) return avif;
    const webp = `${small}.webp`;
    const cachedFile = await lookUp(webp, "image/webp", lookup);
    if (cachedFile === undefined) {
      if ((await storage.size(name)) === undefined) return undefined;
      const make = () => resizeQueue.enqueue(() => makeNarrow(name, webp, width, "webp"));
      const isResized = await coalesce(webp, make).then(
        () => true,
        () => false,
      );
      // Too busy: sends the picture in its full width.
      if (!isResized) return lookUp(name, "image/webp", lookup);
    }
    if (asAvif) makeAvif(name, width, `${small}.avif`);
    return cachedFile ?? lookUp(webp, "image/webp", lookup);
  }

  async function lookUpByName<T extends object>(
    name: string,
    { width, asAvif = false }: FileOptions,
    lookup: Lookup<T>,
  ) {
    if (pictureKeyPattern.test(name)) {
      if (width === undefined) return lookUp(name, "image/webp", lookup);
      return pictureWidths.some((pictureWidth) => pictureWidth === width)
        ? lookUpNarrow(name, width, asAvif, lookup)
        : undefined;
    }
    const extension = fileKeyPattern.test(name) || isFontKey(name) ? extensionOf(name) : undefined;
    return extension === undefined || width !== undefined
      ? undefined
      : lookUp(name, fileFormats[extension].type, lookup);
  }

  /** A file that is ready to be stored: its key, its properties, and the local file with its content. */
  type PreparedFile = Pick<StoredUpload, "key" | "width" | "height" | "duration"> & {
    extension: FileExtension;
    file: string;
  };

  async function preparePicture(id: string, from: string, to: string): Promise<PreparedFile> {
    await refuseLarge("image", from);
    const { width, height, quarters } = await storeQueue.enqueue(() => pictures.store(from, to));
    return { key: pictureName(id, { width, height, quarters }), extension: "webp", file: to, width, height };
  }

  async function prepareFont(id: string, extension: FileExtension, file: string): Promise<PreparedFile> {
    await refuseLarge("font", file);
    const font = await fontQueue.enqueue(() => fonts.check(file));
    return { key: fontName(id, extension, font), extension, file };
  }

  async function prepareFile({ id = newId(), name, kind }: Upload, from: string, to: string): Promise<PreparedFile> {
    if (kind === "image") return preparePicture(id, from, to);
    const facts = await readFileFacts(from, name);
    if (facts === undefined) throw wrongKindProblems[kind ?? "any"];
    const { extension, ...measures } = facts;
    const found = extension === "picture" ? "image" : fileFormats[extension].kind;
    if (found === "font" ? kind !== "font" : kind !== undefined && found !== kind)
      throw wrongKindProblems[kind ?? "any"];
    if (extension === "picture") return preparePicture(id, from, to);
    if (found === "font") return prepareFont(id, extension, from);
    await refuseLarge(fileFormats[extension].kind, from);
    return { key: `${id}.${extension}`, extension, file: from, ...measures };
  }

  async function storeUpload(upload: Upload, recordFile: RecordFile): Promise<StoredUpload> {
    if (upload.kind === "image") storeQueue.refuseWhenFull();
    return withParts(async (from, to) => {
      await upload.save(from);
      await scan(from);
      const { file, extension, key, ...measures } = await prepareFile(upload, from, to);
      const { kind, type } = fileFormats[extension];
      const [{ size }, sha256] = await Promise.all([stat(file), hashOf(file)]);
      const name = downloadName(upload.name, extension);
      return put({ key, url: `/files/${key}`, kind, type, name, size, sha256, ...measures }, file, recordFile);
    });
  }

  /** Stores the bytes of a file, then records it. */
  async function put(stored: StoredUpload, file: string, recordFile: RecordFile): Promise<StoredUpload> {
    const { key, type } = stored;
    await storage.put(key, file, { type });
    // Bytes before rows, so that every row has its bytes. After any other failure the row may exist, so the bytes stay.
    await recordFile(stored).catch(async (error: unknown) => {
      if (error instanceof Problem && ["payloadTooLarge", "notFound"].includes(error.code)) await storage.remove([key]);
      throw error;
    });
    return stored;
  }

  async function copy(original: StoredUpload, recordFile: RecordFile): Promise<StoredUpload | undefined> {
    const bytes = await storage.open(original.key);
    if (bytes === undefined) return undefined;
    return withParts(async (file) => {
      await pipeline(bytes.stream, createWriteStream(file));
      // What follows the id, such as the size of a picture, is that of the original.
      const key = `${newId()}${original.key.slice(36)}`;
      return put({ ...original, key, url: `/files/${key}` }, file, recordFile);
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
    copy,
    openSubset,
    storeUpload: (owner, upload, recordFile) => withinLimit(owner, () => storeUpload(upload, recordFile)),
    open: (name, options = {}) => lookUpByName(name, options, storage.open),
    find: (name, options = {}) => lookUpByName(name, options, measure),
    read: async (key, range) => (await storage.open(key, range))?.stream,
    removeUnfinished: () => removeUnfinished(folder),
    stop() {
      pictures.stop();
      fonts.stop();
    },
  };
}
