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
import { sheetBytes, type SheetChunk, sheetChunk, sheetTypes } from "#server/spreadsheet/sheet.server.ts";
import { type ExportRequest, fileName } from "./export-request.server.ts";

const tooLarge = new Problem("payloadTooLarge", {
  zh: "导出的文件超过 4 GB，请减少列或分页导出",
  en: "The file would be larger than 4 GB. Choose fewer columns, or export page by page.",
});
const beyondEnd = { zh: "页码超出范围", en: "This page does not exist" };
const noSuchPage = new Problem("invalid", beyondEnd, { fields: { pageIndex: beyondEnd } });

/** Rows per query, and rows per stored piece of a job. */
const chunkSize = 500;
export const rowsPerChunk = 5000;

/** Progress of a file: the state of the sheet and the last row written. */
export type Progress = { state: EntryState; rows: number; after?: string | undefined };

export const noProgress: Progress = { state: emptyEntry, rows: 0 };

/** Compressed bytes after which a piece ends early, so that long texts do not fill the memory. */
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

/** The range of the next piece: the progress so far, the rows left in the file, and the largest number of rows of the piece. */
type Extent = { progress: Progress; left: number; size: number; isFirst: boolean };

/**
 * Reads the next rows and writes them as a piece of the file. Reading, formatting and compressing overlap: while one chunk of rows is
 * formatted, the next one is queried and the previous one compressed. The last piece ends the sheet and may have no rows.
 */
export async function nextChunk(
  services: Services,
  request: ExportRequest,
  { progress, left, size, isFirst }: Extent,
): Promise<{ bytes: Buffer; progress: Progress; isLast: boolean }> {
  const { entity, format, locale, timeZone } = request;
  const readChunk = chunkReader(services, request);
  const [maxRows, clock] = [Math.min(left, size), clockIn(timeZone)];
  const columns = request.columns.map(({ name, align }) => ({ title: name, align }));
  const names = request.columns.map(({ field }) => field);
  const parts: Uint8Array[] = [];
  let [count, packed, after] = [0, 0, progress.after];
  let packing = Promise.resolve<SheetChunk>({ bytes: Buffer.alloc(0), state: progress.state });
  let reading = observed(readChunk(after, Math.min(maxRows, chunkSize)));
  for (;;) {
    const { rows, titles, isEnd } = await reading;
    const rowCount = isFirst && count === 0 ? undefined : progress.rows + count;
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    const isLast = isEnd || count === left;
    const isOver = isLast || count === maxRows || packed > maxChunkBytes;
    if (!isOver) reading = observed(readChunk(after, Math.min(maxRows - count, chunkSize)));
    const part = {
      columns,
      rows: rows.map(cellsOfRows(entity, names, { locale, titles, clock })),
      before: rowCount,
      isLast,
    };
    const earlier = packing;
    packing = observed(
      sheetChunk(
        format,
        earlier.then(({ state }) => state),
        part,
      ),
    );
    const { bytes } = await earlier;
    parts.push(bytes);
    packed += bytes.length;
    if (!isOver) continue;
    const last = await packing;
    const next = { state: last.state, rows: progress.rows + count, after };
    return { bytes: Buffer.concat([...parts, last.bytes]), progress: next, isLast };
  }
}

/** Joins the chunks of a file and keeps it for the requester for an hour. @throws {Problem} payloadTooLarge beyond 4 GB */
export function joinChunks(
  services: Services,
  { principal, entity, format, locale, timeZone }: ExportRequest,
  state: EntryState,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<PrivateFile> {
  const title = fileName(entity, locale, clockIn(timeZone)(Date.now()));
  const file = { name: `${title}.${format}`, extension: format, type: sheetTypes[format] };
  return addPrivateFile(services, principal, file, async (path) => {
    const bytes = sheetBytes(format, { name: (entity.listName ?? entity.name)[locale], state, chunks });
    await pipeline(bytes, createWriteStream(path)).catch((error: unknown) => {
      throw error instanceof RangeError ? tooLarge : error;
    });
  });
}

/**
 * Writes a page of a list to a file: `size` rows from position `offset` on.
 * @throws {Problem} as `readExport`; invalid where the list ends before the page (B-167)
 */
export async function exportPage(
  services: Services,
  request: ExportRequest,
  { offset, size }: { offset: number; size: number },
): Promise<PrivateFile> {
  const { principal, entity, filter, sort } = request;
  const query = { filter, sort, fields: [], place: offset - 1 };
  const previous = offset === 0 ? undefined : await findExportRow(services.database, principal, entity, query);
  if (offset > 0 && previous === undefined) throw noSuchPage;
  const chunks: Uint8Array[] = [];
  let progress: Progress = { ...noProgress, after: previous };
  for (let isLast = false; !isLast;) {
    const remaining = size - progress.rows;
    const chunk = await nextChunk(services, request, {
      progress,
      left: remaining,
      size: remaining,
      isFirst: chunks.length === 0,
    });
    chunks.push(chunk.bytes);
    ({ progress, isLast } = chunk);
  }
  if (offset > 0 && progress.rows === 0) throw noSuchPage;
  return joinChunks(services, request, progress.state, chunks);
}
