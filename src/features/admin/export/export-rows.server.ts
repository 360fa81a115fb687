import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Services } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import { cellsOf } from "#records/describe/cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { findExportRow, readExport } from "#records/query/list.server.ts";
import { type Cell, clockIn } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry, type EntryState } from "#server/spreadsheet/entry.server.ts";
import { sheetBytes, sheetPiece, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { chosenColumns, chunkSize, type ExportRequest, fileName } from "./export-request.server.ts";

const tooLarge = new Problem("payloadTooLarge", {
  zh: "导出的文件超过 4 GB，请减少列或分页导出",
  en: "The file would be larger than 4 GB. Choose fewer columns, or export page by page.",
});

/** Progress of a file: the state of the sheet and the last row written. */
export type Progress = { state: EntryState; rows: number; after?: string | undefined };

export const noProgress: Progress = { state: emptyEntry, rows: 0 };

async function cellsFor(services: Services, request: ExportRequest, rows: readonly AnyRow[]): Promise<Cell[][]> {
  const { who, entities, entity, names, locale, timeZone } = request;
  const titles = await titlesFor(services.database, { who, entities, locale }, entity, rows);
  const reader = { locale, titles, clock: clockIn(timeZone) };
  return rows.map((row) => cellsOf(entity, names, row, reader));
}

/** Reads the next rows, at most `left`, and writes them as a chunk of the file. The last chunk ends the sheet and may have no rows. */
export async function nextPiece(
  services: Services,
  request: ExportRequest,
  { progress, left, isFirst }: { progress: Progress; left: number; isFirst: boolean },
): Promise<{ bytes: Buffer; progress: Progress; isLast: boolean }> {
  const { who, entity, filter, sort, names, format } = request;
  const size = Math.min(left, chunkSize);
  const query = { filter, sort, fields: names.filter((name) => Object.hasOwn(entity.fields, name)) };
  const rows = await readExport(services.database, who, entity, { ...query, after: progress.after, size });
  const isLast = rows.length < size || rows.length === left;
  const columns = chosenColumns(request, names).map(({ name: title, align }) => ({ title, align }));
  const part = {
    columns,
    rows: await cellsFor(services, request, rows),
    before: isFirst ? undefined : progress.rows,
    isLast,
  };
  const { bytes, state } = await sheetPiece(format, progress.state, part);
  const after = rows.at(-1)?.id ?? progress.after;
  return { bytes, progress: { state, rows: progress.rows + rows.length, after }, isLast };
}

/** Joins the chunks of a file and keeps it for the requester for an hour. @throws {Problem} payloadTooLarge beyond 4 GB */
export function joinPieces(
  services: Services,
  { who, entity, format, locale, timeZone }: ExportRequest,
  state: EntryState,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<PrivateFile> {
  const title = fileName(entity, locale, clockIn(timeZone)(Date.now()));
  const file = { name: `${title}.${format}`, extension: format, type: sheetTypes[format] };
  return addPrivateFile(services, who, file, async (path) => {
    const bytes = sheetBytes(format, { name: (entity.listName ?? entity.name)[locale], state, pieces });
    await pipeline(bytes, createWriteStream(path)).catch((error: unknown) => {
      throw error instanceof RangeError ? tooLarge : error;
    });
  });
}

/** Writes a page of a list to a file: `size` rows from position `offset` on. @throws {Problem} as `readExport` */
export async function exportPage(
  services: Services,
  request: ExportRequest,
  { offset, size }: { offset: number; size: number },
): Promise<PrivateFile> {
  const { who, entity, filter, sort } = request;
  const query = { filter, sort, fields: [], place: offset - 1 };
  const before = offset === 0 ? undefined : await findExportRow(services.database, who, entity, query);
  const isBeyond = offset > 0 && before === undefined;
  const pieces: Uint8Array[] = [];
  let progress: Progress = { ...noProgress, after: before };
  const all = isBeyond ? 0 : size;
  for (let isLast = false; !isLast;) {
    const piece = await nextPiece(services, request, {
      progress,
      left: all - progress.rows,
      isFirst: pieces.length === 0,
    });
    pieces.push(piece.bytes);
    ({ progress, isLast } = piece);
  }
  return joinPieces(services, request, progress.state, pieces);
}
