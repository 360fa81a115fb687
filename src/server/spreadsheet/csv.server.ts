import { type Cell, plainText } from "./cell.server.ts";
import type { TextBuffer } from "./text-buffer.server.ts";

/** Characters that, at the beginning of a cell, make spreadsheet programs read a text as a formula. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

function cellText(cell: Cell): string {
  const text = plainText(cell).toWellFormed();
  return typeof cell === "string" && formulaStart.test(text) ? `'${text}` : text;
}

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Byte order mark: without it Excel reads Chinese in the system's code page. */
export const csvStart = "\uFEFF";

/** Writes the lines of a CSV (RFC 4180). An apostrophe is put before a text that spreadsheet programs would read as a formula. */
export function writeLines(csv: TextBuffer, rows: readonly (readonly Cell[])[]): void {
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      if (column > 0) csv.write(",");
      csv.write(quoteCell(cellText(cell)));
    }
    csv.write("\r\n");
  }
}
