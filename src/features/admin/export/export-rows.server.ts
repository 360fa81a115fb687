import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Services } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { locales } from "#kit/text.ts";
import { addPrivateFile, type PrivateFile } from "#server/files/private-files.server.ts";
import { cellsOfRows } from "#records/describe/cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { findExportRow, readExport } from "#records/query/list.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { longReader } from "#server/postgres/position.server.ts";
import { localTimeIn } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry, type EntryState } from "#server/spreadsheet/entry.server.ts";
import { markHandled } from "#server/process/mark-handled.server.ts";
import { sheetBytes, sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { type SheetChunks, writeSheetFile } from "#server/spreadsheet/sheet-file.server.ts";
import { type ExportRequest, fileName } from "./export-request.server.ts";

const fileTooLarge = new Problem("payloadTooLarge", {
  zh: "导出的文件超过 4 GB，请减少列或分页导出",
  en: "The file would be larger than 4 GB. Choose fewer columns, or export page by page.",
});
const noSuchPageText = { zh: "页码超出范围", en: "This page does not exist" };
const noSuchPage = new Problem("invalid", noSuchPageText, { fields: { pageIndex: noSuchPageText } });

/** The number of rows in a batch, which is one query. Up to three batches are in memory at a time. */
const batchSize = 200;
/** The maximum number of rows in a chunk: the part of a file that an export job stores. */
export const rowsPerChunk = 5000;

/** The progress of a file: the state of the sheet, the number of written rows, and the id of the last one (`after`). */
export type ExportProgress = { state: EntryState; rows: number; after?: string | undefined };

export const noProgress: ExportProgress = { state: emptyEntry, rows: 0 };

/** The number of compressed bytes after which a chunk ends early, so that long texts do not fill the memory. */
const maxChunkBytes = 8 * 1024 * 1024;

/** A batch of rows of a list, the titles of the rows that they refer to, and whether they are the last rows of the list. */
type RowBatch = { rows: AnyRow[]; titles: Readonly<Record<string, string>>; isEnd: boolean };

/** Returns a function that reads up to `size` rows after the row with the id `after`. */
function batchReader({ database }: Services, request: ExportRequest) {
  const { principal, entities, entity, filter, sort, columns, locale } = request;
  const fields = [...new Set(columns.map(({ field }) => field))].filter((field) => Object.hasOwn(entity.fields, field));
  const related = relatedRowsFor(request);
  const reader = longReader(database);
  return async (after: string | undefined, size: number): Promise<RowBatch> =>
    (await reader)(async () => {
      const rows = await readExport(database, principal, entity, { filter, related, sort, fields, after, size });
      const titles = await titlesFor(database, { principal, entities, locale }, entity, rows);
      return { rows, titles, isEnd: rows.length < size };
    });
}

/**
 * The range of the next rows. `remainingRows`: the number of rows that the file has room for. `size`: the maximum number of rows to read. `isFirst`:
 * the rows begin the file, below its column titles.
 */
type Extent = { progress: ExportProgress; remainingRows: number; size: number; isFirst: boolean };

/** A batch or several, compressed. `isLast`: they end the sheet. */
type WrittenBatch = { bytes: Buffer; progress: ExportProgress; isLast: boolean };

/**
 * Reads the next rows and writes them, batch by batch. Reading, formatting and compressing overlap: while one batch is formatted, the next one is
 * queried and the previous one compressed. The last batch ends the sheet and may have no rows.
 */
async function* writeBatches(
  services: Services,
  request: ExportRequest,
  { progress, remainingRows, size, isFirst }: Extent,
): AsyncGenerator<WrittenBatch> {
  const { entity, format, locale, isBilingual, timeZone } = request;
  const readBatch = batchReader(services, request);
  const maxRows = Math.min(remainingRows, size);
  const toLocalTime = localTimeIn(timeZone);
  const columns = request.columns.map(({ name, align }) => ({ title: name, align }));
  let count = 0;
  let { after } = progress;
  let sheetState = Promise.resolve(progress.state);
  let nextBatch = markHandled(readBatch(after, Math.min(maxRows, batchSize)));
  /** Writes the next batch, and begins to read the one after it. Nothing refers to the rows when this has returned. */
  async function writeBatch(): Promise<{ written: Promise<WrittenBatch>; isDone: boolean }> {
    const { rows, titles, isEnd } = await nextBatch;
    const rowsBefore = isFirst && count === 0 ? undefined : progress.rows + count;
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    const isLast = isEnd || count === remainingRows;
    const isDone = isLast || count === maxRows;
    if (!isDone) nextBatch = markHandled(readBatch(after, Math.min(maxRows - count, batchSize)));
    const reader = { locale, titles, toLocalTime, ...(isBilingual && { languages: locales }) };
    const cells = rows.map(cellsOfRows(entity, request.columns, reader));
    const chunk = sheetChunk(format, sheetState, { columns, rows: cells, before: rowsBefore, isLast });
    sheetState = markHandled(chunk.then(({ state }) => state));
    const position = { rows: progress.rows + count, after };
    const written = chunk.then(({ bytes, state }) => ({ bytes, progress: { state, ...position }, isLast }));
    return { written: markHandled(written), isDone };
  }
  let previous: Promise<WrittenBatch> | undefined;
  for (let isDone = false; !isDone;) {
    const batch = await writeBatch();
    if (previous !== undefined) yield await previous;
    previous = batch.written;
    ({ isDone } = batch);
  }
  yield await previous!;
}

/** Writes the next rows as one chunk of the file. The chunk ends early beyond `maxChunkBytes`. */
export async function nextChunk(services: Services, request: ExportRequest, extent: Extent): Promise<WrittenBatch> {
  const buffers: Buffer[] = [];
  let byteCount = 0;
  let { progress } = extent;
  let isLast = false;
  for await (const batch of writeBatches(services, request, extent)) {
    buffers.push(batch.bytes);
    byteCount += batch.bytes.length;
    ({ progress, isLast } = batch);
    if (byteCount > maxChunkBytes) break;
  }
  return { bytes: Buffer.concat(buffers), progress, isLast };
}

/** Writes a file with `write` and stores it for the requester, for an hour. @throws {Problem} payloadTooLarge beyond 4 GB */
function storeFile(
  services: Services,
  { principal, entity, format, locale, timeZone }: ExportRequest,
  write: (path: string, sheetName: string) => Promise<void>,
): Promise<PrivateFile> {
  const title = fileName(entity, locale, localTimeIn(timeZone)(Date.now()));
  const file = { name: `${title}.${format}`, extension: format, type: sheetTypes[format] };
  return addPrivateFile(services, principal, file, (path) =>
    write(path, (entity.listName ?? entity.name)[locale]).catch((error: unknown) => {
      // A RangeError of the spreadsheet room: a zip cannot be as large as the file.
      throw error instanceof RangeError ? fileTooLarge : error;
    }),
  );
}

/** Joins stored chunks to a file of the requester. @throws {Problem} payloadTooLarge beyond 4 GB */
export const joinChunks = (
  services: Services,
  request: ExportRequest,
  state: EntryState,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<PrivateFile> =>
  storeFile(services, request, (path, sheetName) =>
    pipeline(sheetBytes(request.format, { name: sheetName, state, chunks }), createWriteStream(path)),
  );

/**
 * Writes a page of a list to a file: up to `size` rows, from the row at index `offset` on.
 * @throws {Problem} as `readExport`; payloadTooLarge; invalid when the list ends before the page (B-167)
 */
export async function exportPage(
  services: Services,
  request: ExportRequest,
  { offset, size }: { offset: number; size: number },
): Promise<PrivateFile> {
  const { principal, entity, filter, sort, format } = request;
  const query = { filter, related: relatedRowsFor(request), sort, fields: [], position: offset - 1 };
  const after = offset === 0 ? undefined : await findExportRow(services.database, principal, entity, query);
  if (offset > 0 && after === undefined) throw noSuchPage;
  async function* chunks(): SheetChunks {
    let progress: ExportProgress = { ...noProgress, after };
    for await (const batch of writeBatches(services, request, { progress, remainingRows: size, size, isFirst: true })) {
      ({ progress } = batch);
      if (offset > 0 && progress.rows === 0) throw noSuchPage;
      yield batch.bytes;
    }
    return progress.state;
  }
  return storeFile(services, request, (path, sheetName) =>
    writeSheetFile(path, format, { name: sheetName, chunks: chunks() }),
  );
}
