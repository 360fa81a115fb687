import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { maxCellUnits, type FileCell, type SheetLimits, type SheetRow } from "./file-cell.server.ts";
import { sheetProblem } from "./sheet-problem.server.ts";

/** Bytes that are parsed before other work gets a turn. */
const sliceSize = 128 * 1024;
/** The separators that Excel uses, depending on the language of the system. */
const separators = [",", ";", "\t"];

/** The encoding of a CSV: Excel writes Chinese as GB 18030 by default. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "gb18030";
}

/** The separator that is most frequent in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map(separators.map((character) => [character, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "\n") break;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  return separators.toSorted((a, b) => counts.get(b)! - counts.get(a)!)[0]!;
}

/** A text before which `writeLines` put an apostrophe. */
const guardedText = /^'[=+\-@\t\r＝＋－＠]/;

/** The text of a cell, without the apostrophe by which `writeLines` prevents formulas. */
function cellOf(text: string, isLong: boolean): FileCell {
  if (isLong) return { fault: "long" };
  if (text === "") return null;
  return guardedText.test(text) ? text.slice(1) : text;
}

/** Parses a CSV (RFC 4180) incrementally. */
function lineReader(separator: string, limits: SheetLimits) {
  let rows: SheetRow[] = [];
  let [count, number] = [0, 0];
  let cells: FileCell[] = [];
  let [text, isLong] = ["", false];
  /** `quote`: a quote within a quoted cell, which is its end or the first of two. */
  let state: "start" | "plain" | "quoted" | "quote" = "start";
  let isAfterReturn = false;

  function add(character: string): void {
    if (text.length < maxCellUnits) text += character;
    else isLong = true;
  }
  function endCell(): void {
    const cell = cellOf(text, isLong);
    if (cells.length >= limits.columns && cell !== null) throw sheetProblem("columns", limits.columns);
    if (cells.length < limits.columns) cells.push(cell);
    [text, isLong, state] = ["", false, "start"];
  }
  function endLine(): void {
    endCell();
    number += 1;
    if (cells.some((cell) => cell !== null)) {
      count += 1;
      if (count > limits.rows) throw sheetProblem("rows", limits.rows - 1);
      rows.push({ number, cells });
    }
    cells = [];
  }
  function accept(character: string): void {
    const isLineEnd = character === "\n" && isAfterReturn;
    isAfterReturn = false;
    if (state === "quoted") {
      if (character === '"') state = "quote";
      else add(character);
    } else if (character === '"' && state !== "plain") {
      // The opening quote of a cell, or the second of an escaped pair.
      if (state === "quote") add(character);
      state = "quoted";
    } else if (character === separator) endCell();
    else if (character === "\r" || character === "\n") {
      if (!isLineEnd) endLine();
      isAfterReturn = character === "\r";
    } else {
      state = "plain";
      add(character);
    }
  }

  return {
    write(part: string) {
      for (let index = 0; index < part.length; index += 1) accept(part[index]!);
    },
    end() {
      if (state === "quoted") throw sheetProblem("broken");
      if (text !== "" || cells.length > 0) endLine();
    },
    /** Returns the rows completed since the last call. */
    takeRows() {
      const completeRows = rows;
      rows = [];
      return completeRows;
    },
  };
}

/**
 * Reads the rows of a CSV in batches, yielding to other work in between. Empty rows are skipped; all cells are texts.
 * @throws {Problem} invalid for binary data, and when a limit is exceeded
 */
export async function* readCsv(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  let reader: ReturnType<typeof lineReader> | undefined;
  for (let offset = 0; offset < bytes.length || offset === 0; offset += sliceSize) {
    const isLast = offset + sliceSize >= bytes.length;
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(offset, offset + sliceSize), { stream: !isLast });
    } catch {
      throw sheetProblem("kind");
    }
    // NUL characters occur only in binary files.
    if (text.includes("\0")) throw sheetProblem("kind");
    reader ??= lineReader(separatorOf(text), limits);
    reader.write(text);
    if (isLast) reader.end();
    const rows = reader.takeRows();
    if (rows.length > 0) yield rows;
    await nextTurn();
  }
}
