import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import type { StoredEntity } from "#kit/entity.ts";

const compress = promisify(deflateRaw);

/** A stored definition. */
export type DefinitionText = StoredEntity & { type: string; text: string };

/** A definition whose text is decompressed on demand. */
export type PackedDefinition = StoredEntity & { type: string; unpack: () => string };

/** Memory of a definition besides its text, in bytes. */
const definitionSize = 500;
/** Bytes of the smallest buffer that texts are unpacked in. */
const minChunkBytes = 64;

/**
 * Decompresses a text of a known size into an exact buffer, because buffers count until they are collected. Separate from compression: a closure
 * keeps everything of its scope alive.
 */
function unpacker(bytes: Buffer, length: number): () => string {
  const chunkSize = Math.max(minChunkBytes, length + 1);
  return () => inflateRawSync(bytes, { chunkSize }).toString();
}

/** Compresses the texts of a space's definitions, in order, into one buffer. @returns them with the total memory in bytes */
export async function packDefinitions(
  texts: readonly DefinitionText[],
): Promise<{ definitions: PackedDefinition[]; size: number }> {
  const parts: Buffer[] = [];
  // One at a time, so that other work runs in between.
  for (const { text } of texts) parts.push(await compress(text));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // A copy: compression returns each part in a large buffer, and small buffers share a pool.
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  const definitions = texts.map(({ id, type, version, text }, index): PackedDefinition => {
    const start = end;
    end += parts[index]!.copy(bytes, start);
    return { id, type, version, unpack: unpacker(bytes.subarray(start, end), Buffer.byteLength(text)) };
  });
  return { definitions, size: length + definitions.length * definitionSize };
}
