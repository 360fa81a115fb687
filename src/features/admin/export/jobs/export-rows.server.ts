import { z } from "zod";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { locales, formatText } from "#kit/text.ts";
import { Problem } from "#kit/problem.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOfList, listFilterInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { addPrivateFile, removePrivateFiles } from "#server/files/private-files.server.ts";
import { countExport } from "#records/query/list.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import { maxSheetRows } from "#server/spreadsheet/xlsx.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";
import {
  chosenColumns,
  type ExportRequest,
  fileLanguageInput,
  formatInput,
  languagesOf,
} from "../export-request.server.ts";
import { joinChunks, nextChunk, rowsPerChunk } from "../export-rows.server.ts";

const texts = {
  title: { zh: "导出全部数据", en: "Export all records" },
  reading: { zh: "正在读取数据", en: "Reading records" },
  joining: { zh: "正在生成文件", en: "Building the file" },
  done: {
    zh: "已导出 {count} 条，文件保留 1 小时",
    en: "Exported {count} {n|record|records}. The file is kept for an hour.",
  },
};

const input = z.strictObject({
  type: typeInput,
  fields: listFilterInput.fields,
  filter: listFilterInput.filter,
  columns: z.array(z.string().max(60)).max(200).optional(),
  sort: z.strictObject({ field: z.string().max(60), direction: z.enum(["asc", "desc"]) }).optional(),
  format: formatInput,
  fileLanguage: fileLanguageInput,
  timeZone: timeZoneInput,
  locale: z.enum(locales).default("zh"),
});

const cursor = z.object({
  state: z.object({ crc: z.number(), size: z.number(), compressed: z.number() }),
  after: z.string().optional(),
  rows: z.number(),
  /** The fields of the columns, as in the first chunk. */
  columns: z.array(z.string()).optional(),
  /** Storage keys of the chunks. */
  pieces: z.array(z.string()),
  isLast: z.boolean(),
});

/** The maximum number of rows in a sheet, without the row of column titles. */
const maxRows = maxSheetRows - 1;

/** The lifetime of the chunks of an abandoned job, a PostgreSQL interval. A job that completes deletes its chunks. */
const chunkLifetime = "1 day";

function requestOf(
  { principal, entities }: RowContext<UserPrincipal>,
  jobInput: z.output<typeof input>,
): ExportRequest {
  const { type, fields, filter, columns, sort, format, fileLanguage, timeZone, locale } = jobInput;
  const entity = entities.find(type);
  const { readable } = viewOf(principal, entity);
  const languages = languagesOf(fileLanguage, locale);
  return {
    principal,
    entities,
    entity,
    filter: filterOfList(readable, { fields, filter }),
    sort: sort ?? readable.list.sort,
    columns: chosenColumns({ principal, entity, ...languages }, columns),
    format,
    timeZone,
    ...languages,
  };
}

/** Exports all rows of a list to one file, with the rights that the person has while the job runs. */
export default defineJob({
  name: "exportRows",
  title: texts.title,
  access: { verb: "export", by: "person" },
  input,
  cursor,
  async run(jobInput, { tenantId, memberId, cursor: start, services, setTotal, setStage, slices }) {
    const readMember = async () => {
      const principal = await findMember(services.database, { tenantId, memberId });
      if (principal === undefined) throw new Problem("forbidden", forbiddenText);
      return { principal, entities: await services.registries.for(principal) };
    };
    if (start === undefined) {
      const request = requestOf(await readMember(), jobInput);
      const { principal, entity, filter } = request;
      const query = { filter, related: relatedRowsFor(request), cap: maxRows };
      await setTotal(await countExport(services.database, principal, entity, query));
      await setStage(texts.reading);
    }
    const initial: z.output<typeof cursor> = { state: emptyEntry, rows: 0, pieces: [], isLast: false };
    const finalCursor = await slices(async ({ cursor: position = initial }) => {
      if (position.isLast) return undefined;
      // All chunks have the columns of the first one. The job fails if the person loses the right to export one of them.
      const request = requestOf(await readMember(), { ...jobInput, columns: position.columns ?? jobInput.columns });
      const { pieces, isLast: _isLast, columns: _columns, ...progress } = position;
      const remainingRows = maxRows - progress.rows;
      const isFirst = pieces.length === 0;
      const chunk = await nextChunk(services, request, { progress, remainingRows, size: rowsPerChunk, isFirst });
      const file = { name: "", extension: "piece", type: "application/octet-stream", lifetime: chunkLifetime };
      const { key } = await addPrivateFile(services, request.principal, file, chunk.bytes);
      const columns = [...new Set(request.columns.map(({ field }) => field))];
      const nextCursor = { ...chunk.progress, columns, pieces: [...pieces, key], isLast: chunk.isLast };
      return { cursor: nextCursor, steps: nextCursor.rows - progress.rows };
    });
    const { state, pieces, rows } = finalCursor ?? initial;
    await setStage(texts.joining);
    const request = requestOf(await readMember(), { ...jobInput, columns: finalCursor?.columns ?? jobInput.columns });
    const file = await joinChunks(services, request, state, bytesOf(services, pieces));
    await removePrivateFiles(services, pieces);
    return { text: formatText(texts.done, { n: rows, count: rows.toLocaleString("en") }), url: file.url };
  },
});

/** The bytes of stored chunks, in order. */
async function* bytesOf({ files }: Services, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const stream = await files.read(key);
    if (stream === undefined) throw new Error(`The chunk ${key} of an export is missing`);
    yield* stream as AsyncIterable<Uint8Array>;
  }
}
