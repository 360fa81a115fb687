import { inflateRawSync } from "node:zlib";
import type { StoredEntity } from "#kit/entity.ts";
import { deflateBlocks, deflateEnd } from "#server/process/deflate.server.ts";

/** A stored definition as JSON text. */
export type DefinitionText = StoredEntity & { type: string; text: string };

/** A definition whose text is decompressed on demand. */
export type PackedDefinition = StoredEntity & { type: string; unpack: () => string };

/** Memory that a definition takes besides its compressed text, in bytes. */
const definitionBytes = 500;
/** The minimum buffer size for decompression, in bytes. */
const minChunkBytes = 64;

/**
 * Returns a function that decompresses a text of `length` bytes. The buffer is just large enough, because buffers occupy memory until they are
 * garbage-collected. A function of its own: a closure in `packDefinitions` would keep all variables there alive.
 */
function unpacker(bytes: Buffer, length: number): () => string {
  const chunkSize = Math.max(minChunkBytes, length + 1);
  return () => inflateRawSync(bytes, { chunkSize }).toString();
}

/** Compresses the definitions of a space into one buffer. `size`: their memory in bytes. */
export async function packDefinitions(
  texts: readonly DefinitionText[],
): Promise<{ definitions: PackedDefinition[]; size: number }> {
  const compressedTexts: Buffer[] = [];
  // One at a time, so that other work runs in between.
  for (const { text } of texts)
    compressedTexts.push(Buffer.concat([await deflateBlocks(Buffer.from(text)), deflateEnd]));
  const length = compressedTexts.reduce((sum, part) => sum + part.length, 0);
  // A copy, because small buffers share a pool.
  const bytes = Buffer.allocUnsafeSlow(length);
  let offset = 0;
  const definitions = texts.map(({ id, type, version, facets, text }, index): PackedDefinition => {
    const start = offset;
    offset += compressedTexts[index]!.copy(bytes, start);
    return { id, type, version, facets, unpack: unpacker(bytes.subarray(start, offset), Buffer.byteLength(text)) };
  });
  return { definitions, size: length + definitions.length * definitionBytes };
}
