import { buffer } from "node:stream/consumers";
import type { SheetFormat } from "#kit/export.ts";
import type { Cell, SheetColumn } from "./cell.server.ts";
import { csvLines, csvStart } from "./csv.server.ts";
import { compressChunk, emptyEntry, type EntryState } from "./entry.server.ts";
import { withTextBuffer } from "./text-buffer.server.ts";
import { rowsXml, sheetEnd, sheetStart, workbook } from "./xlsx.server.ts";
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

const titlesOf = (columns: readonly SheetColumn[]) => columns.map(({ title }) => title);

/** The text of a part, piece by piece: the head of the first part, the rows, and the end of the last part. */
function* textsOf(format: SheetFormat, { columns, rows, before, isLast }: SheetPart): Generator<string> {
  const isCsv = format === "csv";
  if (before === undefined && isCsv) {
    yield csvStart;
    yield* csvLines([titlesOf(columns)]);
  }
  if (before === undefined && !isCsv) yield sheetStart(columns, rows);
  yield* isCsv ? csvLines(rows) : rowsXml(rows, before ?? 0);
  if (isLast && !isCsv) yield sheetEnd(columns);
}

/** The bytes of a part, and the state for the next one. */
export type SheetChunk = { bytes: Buffer; state: EntryState };

/** Writes a part of a sheet. `previous` may be pending: the text of the part is formatted meanwhile. */
export function sheetChunk(
  format: SheetFormat,
  previous: EntryState | Promise<EntryState>,
  part: SheetPart,
): Promise<SheetChunk> {
  return withTextBuffer(async (text) => {
    for (const fragment of textsOf(format, part)) text.write(fragment);
    const state = await previous;
    return format === "csv" ? { bytes: Buffer.from(text.bytes()), state } : compressChunk(state, text.bytes());
  });
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
