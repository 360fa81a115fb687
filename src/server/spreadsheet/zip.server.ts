import { compressChunk, emptyEntry, entryEnd, type EntryState } from "./entry.server.ts";
import { signatures } from "./zip-reader.server.ts";

/** A file of a zip: its compressed chunks, and the state after the last one. */
export type ZipEntry = { name: string; state: EntryState; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** The maximum size of a zip without the 64-bit extension, which not every program can read. */
export const maxZipBytes = 0xff_ff_ff_ff;

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
  header.writeUInt32LE(compressed + entryEnd.length, 14);
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

/** The bytes of a zip (APPNOTE.TXT 6.3), streamed: only its directory is in memory. @throws {RangeError} when it is larger than `maxZipBytes` */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, state, chunks } of entries) {
    const nameBytes = Buffer.from(name);
    const common = commonHeader(state, nameBytes.length);
    if (state.size > maxZipBytes || offset + state.compressed > maxZipBytes)
      throw new RangeError("The zip is too large");
    // The fields that only the central header has; all are 0 but the last, the offset of the local header.
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([uint32(signatures.central), Buffer.from([20, 0]), common, central, nameBytes]));
    yield Buffer.concat([uint32(signatures.local), common, nameBytes]);
    yield* chunks;
    yield entryEnd;
    offset += 4 + common.length + nameBytes.length + state.compressed + entryEnd.length;
  }
  const list = Buffer.concat(directory);
  yield list;
  const end = Buffer.alloc(8);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  yield Buffer.concat([uint32(signatures.end), end, uint32(list.length, offset), Buffer.alloc(2)]);
}
