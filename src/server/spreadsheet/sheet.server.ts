import { buffer } from "node:stream/consumers";
import type { SheetFormat } from "#kit/export.ts";
import type { Cell, SheetColumn } from "./cell.server.ts";
import { csvStart, writeLines } from "./csv.server.ts";
import { compressChunk, emptyEntry, type EntryState } from "./entry.server.ts";
import { type TextBuffer, takeTextBuffer } from "./text-buffer.server.ts";
import { sheetEnd, workbook, writeRows, writeSheetStart } from "./xlsx.server.ts";
import { zip } from "./zip.server.ts";

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/** Consecutive rows of a sheet. */
export type SheetPart = {
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** The number of rows in the parts before; undefined for the first part, which has the head. */
  before: number | undefined;
  isLast: boolean;
};

/** Writes the text of a part: the head of the first part, the rows, and the end of the last part. */
function writePart(text: TextBuffer, format: SheetFormat, { columns, rows, before, isLast }: SheetPart): void {
  if (format === "csv") {
    if (before === undefined) {
      text.write(csvStart);
      writeLines(text, [columns.map(({ title }) => title)]);
    }
    writeLines(text, rows);
  } else {
    if (before === undefined) writeSheetStart(text, columns, rows);
    writeRows(text, rows, before ?? 0);
    if (isLast) text.write(sheetEnd(columns));
  }
}

/** The bytes of a part, and the state for the next one. */
export type SheetChunk = { bytes: Buffer; state: EntryState };

async function chunkOf(
  format: SheetFormat,
  previous: EntryState | Promise<EntryState>,
  text: TextBuffer,
): Promise<SheetChunk> {
  try {
    const state = await previous;
    return format === "csv" ? { bytes: Buffer.from(text.bytes()), state } : await compressChunk(state, text.bytes());
  } finally {
    text.release();
  }
}

/** Writes a part of a sheet. `previous` may be pending: the text is written at once, and nothing refers to the part while the text is compressed. */
export function sheetChunk(
  format: SheetFormat,
  previous: EntryState | Promise<EntryState>,
  part: SheetPart,
): Promise<SheetChunk> {
  const text = takeTextBuffer();
  writePart(text, format, part);
  return chunkOf(format, previous, text);
}

/** The bytes of a file with the chunks of its sheet; `state`: after the last chunk. */
export async function* sheetBytes(
  format: SheetFormat,
  {
    name,
    state,
    chunks,
  }: { name: string; state: EntryState; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> },
): AsyncGenerator<Uint8Array> {
  if (format === "csv") yield* chunks;
  else yield* zip(await workbook([{ name, state, chunks }]));
}

/** A sheet that is in memory as a whole. */
export type WholeSheet = Pick<SheetPart, "columns" | "rows"> & { name: string };

/** The bytes of a file with these sheets; a CSV has the first one only. */
export async function wholeFile(format: SheetFormat, sheets: readonly WholeSheet[]): Promise<Buffer> {
  const entries = await Promise.all(
    sheets.map(async ({ name, columns, rows }) => {
      const part = { columns, rows, before: undefined, isLast: true };
      const { bytes, state } = await sheetChunk(format, emptyEntry, part);
      return { name, state, chunks: [bytes] };
    }),
  );
  return format === "csv" ? entries[0]!.chunks[0]! : buffer(zip(await workbook(entries)));
}
