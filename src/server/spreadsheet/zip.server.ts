import { compressChunk, emptyEntry, type EntryState } from "./entry.server.ts";
import { deflateEnd } from "#server/process/deflate.server.ts";
import { signatures } from "./zip-reader.server.ts";

/** A file of a zip: its compressed chunks, and the state after the last one. */
export type ZipEntry = { name: string; state: EntryState; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** The maximum size of a zip without the 64-bit extension, which not every program can read. */
export const maxZipBytes = 0xff_ff_ff_ff;

/** The maximum number of entries of such a zip. */
export const maxZipEntries = 0xff_ff;

/** 1 January 1980 in the date format of a zip: its earliest date, because entries have no real one. */
const date = 0x00_21;

/** The fields that local and central headers share: version 2.0, UTF-8 names, deflated. */
function commonHeader({ crc, size, compressed }: EntryState, nameLength: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x08_00, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt16LE(0, 6);
  header.writeUInt16LE(date, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(compressed + deflateEnd.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(nameLength, 22);
  return header;
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

/** An entry whose content is in memory. */
export async function entryOf(name: string, text: string): Promise<ZipEntry> {
  const { bytes, state } = await compressChunk(emptyEntry, Buffer.from(text));
  return { name, state, chunks: [bytes] };
}

/** The header before the content of an entry. */
export function localHeader(name: string, state: EntryState): Buffer {
  const nameBytes = Buffer.from(name);
  return Buffer.concat([uint32(signatures.local), commonHeader(state, nameBytes.length), nameBytes]);
}

/** The offset of the field with the place of an entry in a central header, and the length of a central header without its name. */
export const centralHeader = { place: 42, length: 46 };

/** The header of an entry in the directory. `offset`: where its local header begins. */
export function directoryHeader(name: string, state: EntryState, offset: number): Buffer {
  const nameBytes = Buffer.from(name);
  // The fields that only the central header has; all are 0 but the last.
  const central = Buffer.alloc(14);
  central.writeUInt32LE(offset, 10);
  const common = commonHeader(state, nameBytes.length);
  return Buffer.concat([uint32(signatures.central), Buffer.from([20, 0]), common, central, nameBytes]);
}

/** The record at the end of a zip. `offset`: where the directory begins; `length`: its bytes. */
export function endRecord(entries: number, directory: { offset: number; length: number }): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt16LE(entries, 4);
  end.writeUInt16LE(entries, 6);
  return Buffer.concat([uint32(signatures.end), end, uint32(directory.length, directory.offset), Buffer.alloc(2)]);
}

/** The bytes of a zip (APPNOTE.TXT 6.3), streamed: only its directory is in memory. @throws {RangeError} when it is larger than `maxZipBytes` */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, state, chunks } of entries) {
    if (state.size > maxZipBytes || offset + state.compressed > maxZipBytes)
      throw new RangeError("The zip is too large");
    directory.push(directoryHeader(name, state, offset));
    const header = localHeader(name, state);
    yield header;
    yield* chunks;
    yield deflateEnd;
    offset += header.length + state.compressed + deflateEnd.length;
  }
  const list = Buffer.concat(directory);
  yield list;
  yield endRecord(entries.length, { offset, length: list.length });
}
