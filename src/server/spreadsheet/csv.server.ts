import { type Cell, plainText } from "./cell.server.ts";

/** Characters that, at the beginning of a cell, make spreadsheet programs read a text as a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

function cellText(cell: Cell): string {
  const text = plainText(cell).toWellFormed();
  return typeof cell === "string" && formula.test(text) ? `'${text}` : text;
}

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Byte order mark: without it Excel reads Chinese in the system's code page. */
export const csvStart = "\uFEFF";

/** Lines of a CSV (RFC 4180). A text that would be read as a formula begins with an apostrophe. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoteCell(cellText(cell))).join(",")}\r\n`).join("");
