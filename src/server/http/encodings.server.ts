import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";

/** Compresses with Brotli. `quality`: from 0, fast, to 11, small. */
export const brotli = (bytes: Buffer, quality = 5): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

/** The encodings of responses, best first. zlib works on other threads and does not block further requests. */
export const encoders = {
  br: (bytes: Buffer) => brotli(bytes),
  zstd: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>,
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
};
export type CompressedEncoding = keyof typeof encoders;

/** The item of an `Accept-Encoding` header for each encoding, with its weight. Patterns, because this runs for every page. */
const itemPatterns = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]*)[^,]*)?(?:,|$)/i,
  zstd: /(?:^|,)\s*zstd\s*(?:;\s*q=([\d.]*)[^,]*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]*)[^,]*)?(?:,|$)/i,
} satisfies Record<CompressedEncoding, RegExp>;
const wildcardPattern = /(?:^|,)\s*\*\s*(?:;\s*q=([\d.]*)[^,]*)?(?:,|$)/;

/** The weight in a header: 1 by default; undefined without an item. */
function weightIn(accept: string, item: RegExp): number | undefined {
  const match = item.exec(accept);
  return match === null ? undefined : Number(match[1] ?? 1);
}

/**
 * The first of some encodings that an `Accept-Encoding` header accepts; undefined for none. A weight of 0 refuses an encoding, and `*` stands for those
 * that the header does not name.
 */
export function acceptedEncoding<E extends CompressedEncoding>(
  accept: string | string[] | undefined,
  encodings: readonly E[],
): E | undefined {
  const header = String(accept ?? "");
  return encodings.find((name) => (weightIn(header, itemPatterns[name]) ?? weightIn(header, wildcardPattern) ?? 0) > 0);
}
