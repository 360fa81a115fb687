import { type FileHandle, open } from "node:fs/promises";
import { compressChunk, emptyEntry, type EntryState } from "./entry.server.ts";
import { deflateEnd } from "#server/process/deflate.server.ts";
import { centralHeader, directoryHeader, endRecord, localHeader, maxZipBytes, maxZipEntries } from "./zip.server.ts";

/** A file for a zip. Its name is a path with slashes. */
export type ZipInput = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/**
 * A part of a zip, stored on its own until the zip is complete: its entries (`content` bytes), followed by their directory (`directory` bytes), whose
 * offsets count from the start of the part.
 */
export type ZipPart = { entries: number; content: number; directory: number };

/** Bytes that are compressed at a time. */
const blockSize = 1024 * 1024;

/** Joins small chunks to blocks, so that each is compressed well. */
async function* blocksOf(content: ZipInput["content"]): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < blockSize) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Writes an entry at a position of a file, and returns its state. Its header, which has the checksum, is written to its place after the content. */
async function writeEntry(file: FileHandle, { name, content }: ZipInput, start: number): Promise<EntryState> {
  let state = emptyEntry;
  const place = start + localHeader(name, state).length;
  for await (const block of blocksOf(content)) {
    const compressed = await compressChunk(state, block);
    await file.write(compressed.bytes, 0, compressed.bytes.length, place + state.compressed);
    ({ state } = compressed);
    if (state.size > maxZipBytes) throw new RangeError("The zip is too large");
  }
  await file.write(deflateEnd, 0, deflateEnd.length, place + state.compressed);
  const header = localHeader(name, state);
  await file.write(header, 0, header.length, start);
  return state;
}

/**
 * Writes a part of a zip to the file at `path`. Only a block of the content is in memory.
 * @throws {RangeError} when the part is larger than `maxZipBytes`
 */
export async function writeZipPart(
  path: string,
  inputs: AsyncIterable<ZipInput> | Iterable<ZipInput>,
): Promise<ZipPart> {
  const file = await open(path, "w");
  const directory: Buffer[] = [];
  let position = 0;
  try {
    for await (const input of inputs) {
      const state = await writeEntry(file, input, position);
      directory.push(directoryHeader(input.name, state, position));
      position += localHeader(input.name, state).length + state.compressed + deflateEnd.length;
      if (position > maxZipBytes) throw new RangeError("The zip is too large");
    }
    const list = Buffer.concat(directory);
    await file.write(list, 0, list.length, position);
    return { entries: directory.length, content: position, directory: list.length };
  } finally {
    await file.close();
  }
}

/** A stored part. `read` reads a range of its bytes, the end included. */
export type StoredPart = ZipPart & {
  read: (range: { start: number; end: number }) => Promise<AsyncIterable<Uint8Array>>;
};

/** The directory of a part, with offsets that count from the start of the zip. `start`: where the part begins. */
async function directoryOf({ content, directory, read }: StoredPart, start: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await read({ start: content, end: content + directory - 1 })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  for (let header = 0; header < bytes.length; header += centralHeader.length + bytes.readUInt16LE(header + 28))
    bytes.writeUInt32LE(bytes.readUInt32LE(header + centralHeader.place) + start, header + centralHeader.place);
  return bytes;
}

/** The bytes of a zip of parts, streamed: the directory of one part is in memory at a time. @throws {RangeError} when it is too large for a zip */
export async function* joinZipParts(parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  const filled = parts.filter(({ entries }) => entries > 0);
  const entries = filled.reduce((sum, part) => sum + part.entries, 0);
  const size = filled.reduce((sum, part) => sum + part.content + part.directory, 0);
  if (size > maxZipBytes || entries > maxZipEntries) throw new RangeError("The zip is too large");
  let offset = 0;
  for (const { content, read } of filled) {
    yield* await read({ start: 0, end: content - 1 });
    offset += content;
  }
  let start = 0;
  let length = 0;
  for (const part of filled) {
    const directory = await directoryOf(part, start);
    yield directory;
    start += part.content;
    length += directory.length;
  }
  yield endRecord(entries, { offset, length });
}
