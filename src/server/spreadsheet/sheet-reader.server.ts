import { readCsv } from "./csv-reader.server.ts";
import type { SheetLimits, SheetRow } from "./file-cell.server.ts";
import { sheetProblem } from "./sheet-problem.server.ts";
import { readXlsx } from "./xlsx-reader.server.ts";

/** The first bytes of a zip. */
const zipStart = Buffer.from("504b0304", "hex");
/** The first bytes of an OLE file: a workbook of an older spreadsheet program, or one with a password. */
const oleStart = Buffer.from("d0cf11e0", "hex");

const startsWithBytes = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start);

/**
 * Reads the rows of a workbook or a CSV in batches; the content decides which of the two it is.
 * @throws {Problem} invalid when the file is neither, is damaged or empty, or exceeds a limit
 */
export async function* readSheet(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  if (bytes.length === 0) throw sheetProblem("empty");
  if (startsWithBytes(bytes, oleStart)) throw sheetProblem("unsupported");
  yield* startsWithBytes(bytes, zipStart) ? readXlsx(bytes, limits) : readCsv(bytes, limits);
}
