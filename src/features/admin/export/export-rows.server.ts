import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Services } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import { cellsOfRows } from "#records/describe/cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { findExportRow, readExport } from "#records/query/list.server.ts";
import { clockIn } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry, type EntryState } from "#server/spreadsheet/entry.server.ts";
import { observed } from "#server/process/observed.server.ts";
import { sheetBytes, sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { type SheetChunks, writeSheetFile } from "#server/spreadsheet/sheet-file.server.ts";
import { type ExportRequest, fileName } from "./export-request.server.ts";

const tooLarge = new Problem("payloadTooLarge", {
  zh: "导出的文件超过 4 GB，请减少列或分页导出",
  en: "The file would be larger than 4 GB. Choose fewer columns, or export page by page.",
});
const beyondEnd = { zh: "页码超出范围", en: "This page does not exist" };
const noSuchPage = new Problem("invalid", beyondEnd, { fields: { pageIndex: beyondEnd } });

/** Rows per query, of which three are in memory; rows per stored chunk of a job. */
const chunkSize = 200;
export const rowsPerChunk = 5000;

/** Progress of a file: the state of the sheet and the last row written. */
export type Progress = { state: EntryState; rows: number; after?: string | undefined };

export const noProgress: Progress = { state: emptyEntry, rows: 0 };

/** Compressed bytes after which a chunk ends early, so that long texts do not fill the memory. */
const maxChunkBytes = 8 * 1024 * 1024;

/** Rows of a list, the titles of the rows that they name, and whether the list ends with them. */
type Chunk = { rows: AnyRow[]; titles: Readonly<Record<string, string>>; isEnd: boolean };

/** Returns a reader of the next rows, at most `size`. */
function chunkReader({ database }: Services, request: ExportRequest) {
  const { principal, entities, entity, filter, sort, columns, locale } = request;
  const fields = columns.map(({ field }) => field).filter((field) => Object.hasOwn(entity.fields, field));
  return async (after: string | undefined, size: number): Promise<Chunk> => {
    const rows = await readExport(database, principal, entity, { filter, sort, fields, after, size });
    const titles = await titlesFor(database, { principal, entities, locale }, entity, rows);
    return { rows, titles, isEnd: rows.length < size };
  };
}

/** The range of the next rows: the progress so far, the rows left in the file, and the largest number of rows to read. */
type Extent = { progress: Progress; left: number; size: number; isFirst: boolean };

/** Some rows of the file, compressed. `isLast`: they end the sheet. */
type WrittenBatch = { bytes: Buffer; progress: Progress; isLast: boolean };

/**
 * Reads the next rows and writes them, chunk by chunk. Reading, formatting and compressing overlap: while one chunk of rows is formatted, the next one is
 * queried and the previous one compressed. The last chunk ends the sheet and may have no rows.
 */
async function* writtenBatches(
  services: Services,
  request: ExportRequest,
  { progress, left, size, isFirst }: Extent,
): AsyncGenerator<WrittenBatch> {
  const { entity, format, locale, timeZone } = request;
  const readChunk = chunkReader(services, request);
  const [maxRows, clock] = [Math.min(left, size), clockIn(timeZone)];
  const columns = request.columns.map(({ name, align }) => ({ title: name, align }));
  const names = request.columns.map(({ field }) => field);
  let [count, after] = [0, progress.after];
  let packing = Promise.resolve(progress.state);
  let writing: Promise<WrittenBatch> | undefined;
  let reading = observed(readChunk(after, Math.min(maxRows, chunkSize)));
  for (;;) {
    const { rows, titles, isEnd } = await reading;
    const rowCount = isFirst && count === 0 ? undefined : progress.rows + count;
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    const isLast = isEnd || count === left;
    const isOver = isLast || count === maxRows;
    if (!isOver) reading = observed(readChunk(after, Math.min(maxRows - count, chunkSize)));
    const part = {
      columns,
      rows: rows.map(cellsOfRows(entity, names, { locale, titles, clock })),
      before: rowCount,
      isLast,
    };
    const packed = observed(sheetChunk(format, packing, part));
    packing = observed(packed.then(({ state }) => state));
    const place = { rows: progress.rows + count, after };
    const earlier = writing;
    writing = observed(packed.then(({ bytes, state }) => ({ bytes, progress: { state, ...place }, isLast })));
    if (earlier !== undefined) yield await earlier;
    if (!isOver) continue;
    yield await writing;
    return;
  }
}

/** The next rows as a chunk of the file, for a job that stores it. */
export async function nextChunk(services: Services, request: ExportRequest, extent: Extent): Promise<WrittenBatch> {
  const parts: Buffer[] = [];
  let [packed, progress, isLast] = [0, extent.progress, false];
  for await (const batch of writtenBatches(services, request, extent)) {
    parts.push(batch.bytes);
    packed += batch.bytes.length;
    ({ progress, isLast } = batch);
    if (packed > maxChunkBytes) break;
  }
  return { bytes: Buffer.concat(parts), progress, isLast };
}

/** Writes a file with `write` and keeps it for the requester for an hour. @throws {Problem} payloadTooLarge beyond 4 GB */
function storeFile(
  services: Services,
  { principal, entity, format, locale, timeZone }: ExportRequest,
  write: (path: string, sheet: string) => Promise<void>,
): Promise<PrivateFile> {
  const title = fileName(entity, locale, clockIn(timeZone)(Date.now()));
  const file = { name: `${title}.${format}`, extension: format, type: sheetTypes[format] };
  return addPrivateFile(services, principal, file, (path) =>
    write(path, (entity.listName ?? entity.name)[locale]).catch((error: unknown) => {
      throw error instanceof RangeError ? tooLarge : error;
    }),
  );
}

/** Joins the chunks of a file, as `storeFile`. */
export const joinChunks = (
  services: Services,
  request: ExportRequest,
  state: EntryState,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<PrivateFile> =>
  storeFile(services, request, (path, name) =>
    pipeline(sheetBytes(request.format, { name, state, chunks }), createWriteStream(path)),
  );

/**
 * Writes a page of a list to a file: `size` rows from position `offset` on.
 * @throws {Problem} as `readExport`; invalid where the list ends before the page (B-167)
 */
export async function exportPage(
  services: Services,
  request: ExportRequest,
  { offset, size }: { offset: number; size: number },
): Promise<PrivateFile> {
  const { principal, entity, filter, sort, format } = request;
  const query = { filter, sort, fields: [], place: offset - 1 };
  const after = offset === 0 ? undefined : await findExportRow(services.database, principal, entity, query);
  if (offset > 0 && after === undefined) throw noSuchPage;
  async function* chunks(): SheetChunks {
    let progress: Progress = { ...noProgress, after };
    for await (const batch of writtenBatches(services, request, { progress, left: size, size, isFirst: true })) {
      ({ progress } = batch);
      if (offset > 0 && progress.rows === 0) throw noSuchPage;
      yield batch.bytes;
    }
    return progress.state;
  }
  return storeFile(services, request, (path, name) => writeSheetFile(path, format, { name, chunks: chunks() }));
}
