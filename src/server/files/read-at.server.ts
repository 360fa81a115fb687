import type { FileHandle } from "node:fs/promises";

/** Reads `length` bytes of a file from `position`; fewer if the file ends before. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
