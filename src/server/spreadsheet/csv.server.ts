import { type Cell, plainText } from "./cell.server.ts";

/** Characters that, at the beginning of a cell, make spreadsheet programs read a text as a formula. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

function cellText(cell: Cell): string {
  const text = plainText(cell).toWellFormed();
  return typeof cell === "string" && formulaStart.test(text) ? `'${text}` : text;
}

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Byte order mark: without it Excel reads Chinese in the system's code page. */
export const csvStart = "\uFEFF";

/** The lines of a CSV (RFC 4180), one by one. An apostrophe is put before a text that spreadsheet programs would read as a formula. */
export function* csvLines(rows: readonly (readonly Cell[])[]): Generator<string> {
  for (const cells of rows) yield `${cells.map((cell) => quoteCell(cellText(cell))).join(",")}\r\n`;
}
