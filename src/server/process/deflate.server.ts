import { constants, createDeflateRaw, type DeflateRaw } from "node:zlib";

/** Bytes of a compressor's output buffer. Each filled buffer costs a turn of the event loop. */
const outputBufferSize = 128 * 1024;
/** Maximum compressors that wait for their next use. */
const maxFree = 4;

/**
 * Compressors between two texts. They are reused, because a closed one occupies its buffers until the garbage of the whole heap is collected: one for
 * each chunk of an export would add up to several MB.
 */
const freeCompressors: DeflateRaw[] = [];

function flush(compressor: DeflateRaw, bytes: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  const add = (part: Buffer) => void parts.push(part);
  compressor.on("data", add).once("error", reject);
  compressor.write(bytes);
  compressor.flush(constants.Z_FULL_FLUSH, () => {
    // Reading emits what has not been emitted yet.
    while (compressor.readableLength > 0) compressor.read();
    compressor.off("data", add).off("error", reject);
    resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  });
  return promise;
}

/**
 * Compresses bytes to blocks of DEFLATE (RFC 1951) that end on a byte boundary and do not depend on earlier ones, so that the blocks of several texts
 * can be concatenated. `deflateEnd` ends them.
 */
export async function deflateBlocks(bytes: Uint8Array): Promise<Buffer> {
  const compressor = freeCompressors.pop() ?? createDeflateRaw({ level: 3, chunkSize: outputBufferSize });
  const blocks = await flush(compressor, bytes);
  if (freeCompressors.length < maxFree) freeCompressors.push(compressor);
  else compressor.close();
  return blocks;
}

/** An empty last block. */
export const deflateEnd = Buffer.from([0x03, 0x00]);
