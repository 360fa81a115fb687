import type { SheetFormat } from "#kit/export.ts";
import type { Cell, SheetColumn } from "./cell.server.ts";
import { csvLines, csvStart } from "./csv.server.ts";
import { compressChunk, type EntryState } from "./entry.server.ts";
import { rowsXml, sheetEnd, sheetStart, workbook } from "./xlsx.server.ts";
import { zip } from "./zip.server.ts";

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/** Some rows of a sheet, in their order. */
export type SheetPart = {
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** Rows of the parts before; undefined for the first part, which has the head. */
  before: number | undefined;
  isLast: boolean;
};

const titlesOf = (columns: readonly SheetColumn[]) => columns.map(({ title }) => title);

function textOf(format: SheetFormat, { columns, rows, before, isLast }: SheetPart): string {
  if (format === "csv")
    return `${before === undefined ? csvStart + csvLines([titlesOf(columns)]) : ""}${csvLines(rows)}`;
  return `${before === undefined ? sheetStart(columns, rows) : ""}${rowsXml(rows, before ?? 0)}${isLast ? sheetEnd : ""}`;
}

/** The bytes of a part, and the state for the next one. */
export type SheetChunk = { bytes: Buffer; state: EntryState };

/** Writes a part of a sheet. `before` may be pending: the text of the part is formatted meanwhile. */
export async function sheetChunk(
  format: SheetFormat,
  previous: EntryState | Promise<EntryState>,
  part: SheetPart,
): Promise<SheetChunk> {
  const text = textOf(format, part);
  const state = await previous;
  return format === "csv" ? { bytes: Buffer.from(text), state } : compressChunk(state, text);
}

/** The bytes of a file, from all of its pieces. */
export async function* sheetBytes(
  format: SheetFormat,
  {
    name,
    state,
    chunks,
  }: { name: string; state: EntryState; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> },
): AsyncGenerator<Uint8Array> {
  if (format === "csv") yield* chunks;
  else yield* zip(await workbook(name, { state, chunks }));
}
