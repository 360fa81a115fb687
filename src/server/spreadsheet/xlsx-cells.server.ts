import type { Cell } from "./cell.server.ts";
import { maxCellUnits, type FileCell, type SheetLimits, type SheetRow } from "./file-cell.server.ts";
import { sheetProblem } from "./sheet-problem.server.ts";
import { attributesOf, type XmlHandler } from "#kit/xml-reader.ts";
import type { NumberStyle } from "./xlsx-styles.server.ts";

/** The numbers of the last row and column that a sheet can have. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

const escapePattern = /_x([0-9A-Fa-f]{4})_/g;
/** Decodes the escapes of workbooks for characters that XML cannot contain. */
const unescapeCell = (text: string): string =>
  text.includes("_x")
    ? text.replace(escapePattern, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Collects the text of an element with one or several runs (`si` of shared strings, `is` of a cell), without phonetic hints (`rPh`). A text that is
 * too long is undefined.
 */
export function textCollector() {
  let text: string | undefined = "";
  let isInText = false;
  let phoneticDepth = 0;
  return {
    start: () => void (text = ""),
    open(name: string) {
      if (name === "rPh") phoneticDepth += 1;
      if (name === "t") isInText = phoneticDepth === 0;
    },
    close(name: string) {
      if (name === "rPh") phoneticDepth -= 1;
      if (name === "t") isInText = false;
    },
    add(part: string) {
      if (!isInText || text === undefined) return;
      text = text.length + part.length > maxCellUnits ? undefined : text + part;
    },
    result: (): string | undefined => text && unescapeCell(text),
  };
}

/** The index of a column from 0: `A` is 0, `AA` 26. @throws {Problem} for an invalid cell reference */
export function columnIndex(reference: string): number {
  let column = 0;
  let letterCount = 0;
  for (; letterCount < reference.length && letterCount < 4; letterCount += 1) {
    const letter = reference.charCodeAt(letterCount) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (letterCount === 0 || column > lastColumn) throw sheetProblem("broken");
  return column - 1;
}

/** The days from 30 December 1899 to 1970. */
const daysTo1970 = 25_569;
/** The days from 30 December 1899 to 1 January 1904. */
const daysTo1904 = 1462;

/** The clock (see `Cell`) of a serial date: days since 30 December 1899 or, with `is1904`, 1 January 1904. Spreadsheets give 1900 a 29 February. */
function clockOf(serial: number, is1904: boolean): number {
  const days = is1904 ? serial + daysTo1904 : serial < 60 ? serial + 1 : serial;
  return Math.round((days - daysTo1970) * 86_400) * 1000;
}

/** The serial date of the day after 31 December 9999. */
const serialEnd = 2_958_466;

/** The cell of a serial date; a time of day becomes a text such as "09:30:00", and a serial out of range stays a number. */
function dateCell(serial: number, style: Exclude<NumberStyle, undefined>, is1904: boolean): Cell {
  if (serial < 0 || serial >= serialEnd) return serial;
  const clock = clockOf(serial, is1904);
  if (style !== "time" || serial >= 1) return { clock, hasTime: style !== "date" };
  return new Date(Math.round(serial * 86_400) * 1000).toISOString().slice(11, 19);
}

/** The parts of a workbook that its cells refer to. */
export type Workbook = { strings: readonly (string | undefined)[]; styles: readonly NumberStyle[]; is1904: boolean };

type RawCell = {
  type: string;
  style: string | undefined;
  text: string;
  inline: string | undefined;
  isFormula: boolean;
};

function numberCell({ text, style }: RawCell, { styles, is1904 }: Workbook): FileCell {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) throw sheetProblem("broken");
  const numberStyle = style === undefined ? undefined : styles[Number(style)];
  return numberStyle === undefined ? value : dateCell(value, numberStyle, is1904);
}

function sharedCell(text: string, { strings }: Workbook): FileCell {
  const index = Number(text.trim());
  if (text.trim() === "" || !Number.isInteger(index) || index < 0 || index >= strings.length)
    throw sheetProblem("broken");
  return strings[index] ?? { fault: "long" };
}

function isoCell(text: string): FileCell {
  const clock = Date.parse(text.endsWith("Z") ? text : `${text}Z`);
  if (Number.isNaN(clock)) throw sheetProblem("broken");
  return { clock, hasTime: text.includes("T") };
}

function valueOf(cell: RawCell, workbook: Workbook): FileCell {
  const { type, text, inline, isFormula } = cell;
  if (isFormula) return { fault: "formula" };
  if (type === "s") return sharedCell(text, workbook);
  if (type === "inlineStr") return inline ?? { fault: "long" };
  if (type === "str") return text.length > maxCellUnits ? { fault: "long" } : unescapeCell(text);
  if (type === "b") return text.trim() === "1";
  if (type === "e") return { fault: "error" };
  if (type === "d") return isoCell(text.trim());
  if (type === "n") return numberCell(cell, workbook);
  throw sheetProblem("broken");
}

/** Reads the rows of a worksheet; `take` returns the rows completed since its last call. */
export function rowReader(workbook: Workbook, limits: SheetLimits): { handler: XmlHandler; take: () => SheetRow[] } {
  let rows: SheetRow[] = [];
  let count = 0;
  let number = 0;
  /** The index of the current column. */
  let column = -1;
  let cells: FileCell[] | undefined;
  let cell: RawCell | undefined;
  let isInValue = false;
  const inline = textCollector();

  function openRow(attributes: string): void {
    const { r } = attributesOf(attributes);
    const next = r === undefined ? number + 1 : Number(r);
    if (!Number.isInteger(next) || next <= number || next > lastRow || cells !== undefined)
      throw sheetProblem("broken");
    number = next;
    column = -1;
    cells = [];
  }

  function openCell(attributes: string): void {
    const { r, t: type = "n", s: style } = attributesOf(attributes);
    const next = r === undefined ? column + 1 : columnIndex(r);
    if (next <= column || cell !== undefined || cells === undefined) throw sheetProblem("broken");
    column = next;
    cell = { type, style, text: "", inline: undefined, isFormula: false };
    inline.start();
  }

  function closeCell(): void {
    if (cell === undefined || cells === undefined) throw sheetProblem("broken");
    const value = valueOf({ ...cell, inline: inline.result() }, workbook);
    cell = undefined;
    // Empty cells are skipped, because programs format whole rows up to the last possible column.
    if (value === null || value === "") return;
    if (column >= limits.columns) throw sheetProblem("columns", limits.columns);
    while (cells.length < column) cells.push(null);
    cells.push(value);
  }

  function closeRow(): void {
    if (cells !== undefined && cells.length > 0) {
      count += 1;
      if (count > limits.rows) throw sheetProblem("rows", limits.rows - 1);
      rows.push({ number, cells });
    }
    cells = undefined;
  }

  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === "c") openCell(attributes);
      else if (name === "v") isInValue = true;
      else if (name === "f" && cell !== undefined) cell.isFormula = true;
      else if (name === "row") openRow(attributes);
      else inline.open(name);
    },
    close(name) {
      if (name === "c") closeCell();
      else if (name === "v") isInValue = false;
      else if (name === "row") closeRow();
      else inline.close(name);
    },
    text(part) {
      if (!isInValue || cell === undefined) inline.add(part);
      // Beyond the maximum, one more part is enough to detect that the text is too long.
      else if (cell.text.length <= maxCellUnits) cell.text += part;
    },
  };
  function take(): SheetRow[] {
    const completeRows = rows;
    rows = [];
    return completeRows;
  }
  return { handler, take };
}
