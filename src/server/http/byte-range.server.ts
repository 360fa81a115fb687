import type { ByteRange } from "#server/files/storage.server.ts";

/** 15 digits: more than any file has bytes, and all of them exact. */
const singleRange = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110, 14.2). A header in another unit, for several ranges or out of order is ignored, and
 * the whole file is sent.
 */
export function rangeOf(header: string, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = singleRange.exec(header) ?? [];
  if (first === undefined || last === undefined || first + last === "") return "whole";
  // A suffix range: the last bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return "whole";
  return start >= size ? "unsatisfiable" : { start, end };
}
