import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** A file of a zip that is compressed chunk by chunk. The next chunk may be compressed by another process: this is all that it needs. */
export type EntryState = {
  /** CRC-32 and size of the uncompressed data so far. */
  crc: number;
  size: number;
  /** Size of the compressed chunks so far. */
  compressed: number;
};

export const emptyEntry: EntryState = { crc: 0, size: 0, compressed: 0 };

/** Output buffer of the compressor: each filled buffer costs one turn of the event loop. */
const chunkSize = 128 * 1024;

/** Compresses the next chunk. Each ends on a byte boundary and is independent of earlier ones, so that chunks can be concatenated. */
export async function compressChunk(
  state: EntryState,
  plain: Uint8Array,
): Promise<{ bytes: Buffer; state: EntryState }> {
  const bytes = await deflate(plain, { level: 3, finishFlush: constants.Z_FULL_FLUSH, chunkSize });
  return {
    bytes,
    state: {
      crc: crc32(plain, state.crc),
      size: state.size + plain.length,
      compressed: state.compressed + bytes.length,
    },
  };
}

/** What ends the compressed bytes of an entry: an empty last block (RFC 1951, 3.2.3). */
export const entryEnd = Buffer.from([0x03, 0x00]);
