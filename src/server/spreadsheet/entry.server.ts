import { crc32 } from "node:zlib";
import { deflateBlocks } from "#server/process/deflate.server.ts";

/** The progress of compressing one entry (a file inside a zip), chunk by chunk. With it, another process can compress the next chunk. */
export type EntryState = {
  /** CRC-32 and size of the uncompressed data so far. */
  crc: number;
  size: number;
  /** Size of the compressed chunks so far. */
  compressed: number;
};

export const emptyEntry: EntryState = { crc: 0, size: 0, compressed: 0 };

/** Compresses the next chunk. Chunks do not depend on earlier ones, so that they can be concatenated; `deflateEnd` follows the last one. */
export async function compressChunk(
  state: EntryState,
  plain: Uint8Array,
): Promise<{ bytes: Buffer; state: EntryState }> {
  const bytes = await deflateBlocks(plain);
  return {
    bytes,
    state: {
      crc: crc32(plain, state.crc),
      size: state.size + plain.length,
      compressed: state.compressed + bytes.length,
    },
  };
}
