import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { SheetFormat } from "#kit/export.ts";
import { emptyEntry, type EntryState } from "./entry.server.ts";
import { sheetBytes } from "./sheet.server.ts";

/** Generates the chunks of a sheet; returns the state after the last chunk. */
export type SheetChunks = AsyncGenerator<Uint8Array, EntryState>;

/** The bytes of a file before and after those of the sheet. Their lengths do not depend on the content of the sheet. */
async function frameOf(format: SheetFormat, name: string, state: EntryState): Promise<{ head: Buffer; tail: Buffer }> {
  const sheet = Buffer.alloc(0);
  const [head, tail]: [Uint8Array[], Uint8Array[]] = [[], []];
  let side = head;
  for await (const bytes of sheetBytes(format, { name, state, chunks: [sheet] })) {
    if (bytes === sheet) side = tail;
    else side.push(bytes);
  }
  return { head: Buffer.concat(head), tail: Buffer.concat(tail) };
}

/**
 * Writes a sheet to a file chunk by chunk, as fast as the disk takes them: never more than a chunk is in memory. The bytes in front of the sheet are
 * written last, because those of a zip have its size and checksum.
 * @throws {RangeError} when the file would be larger than a zip can be
 */
export async function writeSheetFile(
  path: string,
  format: SheetFormat,
  { name, chunks }: { name: string; chunks: SheetChunks },
): Promise<void> {
  const headLength = (await frameOf(format, name, emptyEntry)).head.length;
  let state = emptyEntry;
  async function* content() {
    state = yield* chunks;
    yield (await frameOf(format, name, state)).tail;
  }
  await pipeline(content, createWriteStream(path, { start: headLength }));
  const { head } = await frameOf(format, name, state);
  await using file = await open(path, "r+");
  await file.write(head, 0, head.length, 0);
}
