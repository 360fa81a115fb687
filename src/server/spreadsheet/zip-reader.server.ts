import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { sheetProblem } from "./sheet-problem.server.ts";

/** The first four bytes of the records of a zip. */
export const signatures = { local: 0x04_03_4b_50, central: 0x02_01_4b_50, end: 0x06_05_4b_50 };
/** Bytes of these records without texts, and of the longest comment. */
const lengths = { local: 30, central: 46, end: 22, comment: 0xff_ff };
const maxFiles = 2000;
/** Bytes per slice. */
const sliceSize = 64 * 1024;
/** Bytes up to which the compression ratio is not limited, because a small repetitive file is harmless. */
const smallFile = 1024 * 1024;
/** Maximum compression ratio. A sheet that repeats one row has a ratio of about 100. */
const maxRatio = 400;

/** A file of a zip, from its directory. */
export type ZipFile = {
  name: string;
  isDeflated: boolean;
  offset: number;
  compressed: number;
  size: number;
  crc: number;
};

/** A zip with a valid directory. */
export type Zip = { bytes: Buffer; files: ReadonlyMap<string, ZipFile> };

/** Bytes that all files of a zip may still unpack to. */
export type Budget = { left: number };

/** The offset of the end record: the last one whose comment extends exactly to the end of the file. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - lengths.end - lengths.comment);
  for (let offset = bytes.length - lengths.end; offset >= first; offset -= 1) {
    const isEnd = bytes.readUInt32LE(offset) === signatures.end;
    if (isEnd && offset + lengths.end + bytes.readUInt16LE(offset + 20) === bytes.length) return offset;
  }
  throw sheetProblem("broken");
}

function entryAt(bytes: Buffer, offset: number, end: number): { file: ZipFile; next: number } {
  if (offset + lengths.central > end || bytes.readUInt32LE(offset) !== signatures.central) throw sheetProblem("broken");
  const [flags, method] = [bytes.readUInt16LE(offset + 8), bytes.readUInt16LE(offset + 10)];
  if ((flags & 1) !== 0) throw sheetProblem("unsupported");
  const nameLength = bytes.readUInt16LE(offset + 28);
  const next =
    offset + lengths.central + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  if (next > end || (method !== 0 && method !== 8)) throw sheetProblem("broken");
  const file = {
    name: bytes.toString("utf8", offset + lengths.central, offset + lengths.central + nameLength),
    isDeflated: method === 8,
    crc: bytes.readUInt32LE(offset + 16),
    compressed: bytes.readUInt32LE(offset + 20),
    size: bytes.readUInt32LE(offset + 24),
    offset: bytes.readUInt32LE(offset + 42),
  };
  return { file, next };
}

/** The offset of a file's content. Refuses a local header whose name differs from the directory, and content that overlaps the directory. */
function contentOf(bytes: Buffer, { name, offset, compressed }: ZipFile, directory: number): number {
  if (offset + lengths.local > directory || bytes.readUInt32LE(offset) !== signatures.local)
    throw sheetProblem("broken");
  const nameLength = bytes.readUInt16LE(offset + 26);
  const nameStart = offset + lengths.local;
  const start = nameStart + nameLength + bytes.readUInt16LE(offset + 28);
  const isSameName = bytes.toString("utf8", nameStart, nameStart + nameLength) === name;
  if (!isSameName || start + compressed > directory) throw sheetProblem("broken");
  return start;
}

/** Refuses overlapping files, with which a small zip can unpack to any size. */
function refuseOverlap(bytes: Buffer, files: readonly ZipFile[], directory: number): void {
  let end = 0;
  for (const file of files.toSorted((a, b) => a.offset - b.offset)) {
    if (file.offset < end) throw sheetProblem("broken");
    end = contentOf(bytes, file, directory) + file.compressed;
  }
}

/** Reads the directory of a zip (APPNOTE.TXT 6.3) without unpacking. @throws {Problem} invalid when it is damaged, encrypted or inconsistent */
export function openZip(bytes: Buffer): Zip {
  if (bytes.length < lengths.end) throw sheetProblem("broken");
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const directory = bytes.readUInt32LE(end + 16);
  const isOneDisk = bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count;
  if (!isOneDisk || count > maxFiles || directory + bytes.readUInt32LE(end + 12) !== end) throw sheetProblem("broken");
  const files = new Map<string, ZipFile>();
  let offset = directory;
  for (let n = 0; n < count; n += 1) {
    const { file, next } = entryAt(bytes, offset, end);
    if (files.has(file.name)) throw sheetProblem("broken");
    files.set(file.name, file);
    offset = next;
  }
  if (offset !== end) throw sheetProblem("broken");
  refuseOverlap(bytes, [...files.values()], directory);
  return { bytes, files };
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += sliceSize) yield bytes.subarray(offset, offset + sliceSize);
}

/**
 * Unpacks a file of a zip, slice by slice, yielding to other work in between. The slices are valid only if the generator ends without a problem,
 * because the checksum and the size are checked at the end.
 * @throws {Problem} invalid when the file is damaged, or larger than the directory states or `budget` allows
 */
export async function* unpack({ bytes }: Zip, file: ZipFile, budget: Budget): AsyncGenerator<Buffer> {
  const start = contentOf(bytes, file, bytes.length);
  const content = bytes.subarray(start, start + file.compressed);
  if (file.size > budget.left) throw sheetProblem("tooMuchContent");
  if (file.size > smallFile && file.size > file.compressed * maxRatio) throw sheetProblem("tooMuchContent");
  budget.left -= file.size;
  const source = Readable.from(slicesOf(content));
  const inflate = createInflateRaw({ chunkSize: sliceSize });
  const chunks: AsyncIterable<Buffer> = file.isDeflated ? source.pipe(inflate) : source;
  let [size, crc] = [0, 0];
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > file.size) throw sheetProblem("broken");
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    // An error of zlib means that the file is damaged.
    throw error instanceof Error && "errno" in error ? sheetProblem("broken") : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
  if (size !== file.size || crc !== file.crc) throw sheetProblem("broken");
}
