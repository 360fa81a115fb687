import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services, UploadedFile } from "#kit/call.ts";
import { maxImportColumns, maxImportMegabytes, maxImportRows } from "#kit/import.ts";
import { Problem } from "#kit/problem.ts";
import { textOfCell } from "#records/describe/read-cells.server.ts";
import { addPrivateFile, findPrivateFile } from "#server/files/private-files.server.ts";
import type { SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { sheetProblem } from "#server/spreadsheet/sheet-problem.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { importNotFoundText } from "./import-store.server.ts";

/** `maxImportRows` does not count the row of titles. */
const limits = { rows: maxImportRows + 1, columns: maxImportColumns };
/** The number of rows in the preview. */
const sampleRows = 3;
/** The maximum length of a cell in the preview. */
const sampleLength = 80;
/** The maximum length of a column title; the rest of a longer one is cut off. */
const maxTitleLength = 200;
/** The maximum length of a file name. The end of a longer one is kept, because it has the extension. */
export const maxFileNameLength = 200;
/** How long an import can be continued: a PostgreSQL interval. */
const fileLifetime = "1 day";

/** The head of a sheet: the titles of its columns, and a preview of the first rows. */
export type SheetHead = { titles: string[]; samples: string[][] };

async function readHead(bytes: Buffer): Promise<SheetHead> {
  const firstRows: SheetRow[] = [];
  for await (const rows of readSheet(bytes, limits)) {
    firstRows.push(...rows.slice(0, sampleRows + 1 - firstRows.length));
    if (firstRows.length > sampleRows) break;
  }
  const [head, ...rows] = firstRows;
  if (head === undefined || rows.length === 0) throw sheetProblem("empty");
  const titles = head.cells.map((cell) => textOfCell(cell).trim().slice(0, maxTitleLength));
  const samples = titles.map((_, index) =>
    rows.map(({ cells }) => textOfCell(cells[index] ?? null).slice(0, sampleLength)),
  );
  return { titles, samples };
}

/** Stores a sheet as a private file of the uploader, if its head can be read. @throws {Problem} invalid; payloadTooLarge */
export async function storeSheet(
  services: Services,
  principal: UserPrincipal,
  upload: UploadedFile,
): Promise<SheetHead & { fileId: string }> {
  let head: SheetHead | undefined;
  const description = {
    name: upload.name.slice(-maxFileNameLength),
    extension: "sheet",
    type: "application/octet-stream",
    lifetime: fileLifetime,
  };
  const { url } = await addPrivateFile(services, principal, description, async (path) => {
    await upload.saveTo(path);
    const { size } = await stat(path);
    if (size > maxImportMegabytes * 1024 * 1024) throw sheetProblem("size", maxImportMegabytes);
    head = await readHead(await readFile(path));
  });
  // The address of a private file ends with its id.
  return { ...head!, fileId: url.slice(url.lastIndexOf("/") + 1) };
}

async function bytesOf(services: Services, principal: UserPrincipal, fileId: string): Promise<Buffer> {
  const file = await findPrivateFile(services, principal, fileId);
  const stream = file && (await services.files.read(file.key));
  if (stream === undefined) throw new Problem("notFound", importNotFoundText);
  return buffer(stream);
}

/** The head of a stored sheet. @throws {Problem} notFound when the file is deleted */
export const headOf = async (services: Services, principal: UserPrincipal, fileId: string): Promise<SheetHead> =>
  readHead(await bytesOf(services, principal, fileId));

/** The rows of a stored sheet below the titles, in chunks. @throws {Problem} notFound; invalid */
export async function* sheetRows(
  services: Services,
  principal: UserPrincipal,
  fileId: string,
): AsyncGenerator<readonly SheetRow[]> {
  let isHead = true;
  for await (const rows of readSheet(await bytesOf(services, principal, fileId), limits)) {
    yield isHead ? rows.slice(1) : rows;
    isHead &&= rows.length === 0;
  }
}
