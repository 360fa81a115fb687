import { readCsv } from "./csv-reader.server.ts";
import type { SheetLimits, SheetRow } from "./read-cell.server.ts";
import { sheetProblem } from "./sheet-problem.server.ts";
import { readXlsx } from "./xlsx-reader.server.ts";

/** File signatures: zip; OLE, from older spreadsheet programs, or with a password. */
const [zipStart, oleStart] = ["504b0304", "d0cf11e0"].map((hex) => Buffer.from(hex, "hex")) as [Buffer, Buffer];

const begins = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start);

/**
 * Reads the rows of a workbook or a CSV, whichever its content is, some at a time.
 * @throws {Problem} invalid when it is neither, damaged, empty, or exceeds a limit
 */
export async function* readSheet(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  if (bytes.length === 0) throw sheetProblem("empty");
  if (begins(bytes, oleStart)) throw sheetProblem("old");
  yield* begins(bytes, zipStart) ? readXlsx(bytes, limits) : readCsv(bytes, limits);
}
