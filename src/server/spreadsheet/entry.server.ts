import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** The progress of compressing one entry (a file inside a zip), chunk by chunk. With it, another process can compress the next chunk. */
export type EntryState = {
  /** CRC-32 and size of the uncompressed data so far. */
  crc: number;
  size: number;
  /** Size of the compressed chunks so far. */
  compressed: number;
};

export const emptyEntry: EntryState = { crc: 0, size: 0, compressed: 0 };

/** Bytes of the compressor's output buffer. Each filled buffer costs a turn of the event loop. */
const outputBufferSize = 128 * 1024;

/** Compresses the next chunk. Each chunk ends on a byte boundary and does not depend on earlier ones, so that chunks can be concatenated. */
export async function compressChunk(
  state: EntryState,
  plain: Uint8Array,
): Promise<{ bytes: Buffer; state: EntryState }> {
  const bytes = await deflate(plain, { level: 3, finishFlush: constants.Z_FULL_FLUSH, chunkSize: outputBufferSize });
  return {
    bytes,
    state: {
      crc: crc32(plain, state.crc),
      size: state.size + plain.length,
      compressed: state.compressed + bytes.length,
    },
  };
}

/** The end of the compressed bytes of an entry: an empty last block (RFC 1951, 3.2.3). */
export const entryEnd = Buffer.from([0x03, 0x00]);
