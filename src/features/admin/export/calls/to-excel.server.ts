import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { defaultExportRows, maxExportRows } from "#kit/export.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { filterOfList, parseFilterInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { createOwnerQueue } from "#server/process/queue.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import type { PrivateFile } from "#server/files/private-files.server.ts";
import { chosenColumns, fileLanguageInput, formatInput, languagesOf } from "../export-request.server.ts";
import { exportPage } from "../export-rows.server.ts";

const invalidFilters = new Problem("badRequest", {
  zh: "筛选条件无效，请重新选择",
  en: "Invalid filter. Choose again.",
});
const tooManyRowsText = {
  zh: "每次最多导出10000条，超出请分页导出",
  en: "Up to 10,000 records per export. Export more page by page.",
};

/** Runs exports in a queue: four at a time in the process, two per account. */
const inExportQueue = createOwnerQueue({
  concurrency: 4,
  maxPerOwner: 2,
  fullText: { zh: "当前导出的人较多，请稍后再试", en: "Many exports are running right now. Try again in a moment." },
  busyText: {
    zh: "您的上一次导出还在进行，请稍后再试",
    en: "Your last export is still running. Try again in a moment.",
  },
});
/** Lets identical requests at the same time share one file. */
const shareIdentical = singleFlight<PrivateFile>();

const positiveInteger = z.coerce.number<number | string>().int().min(1);

/** Parses the JSON of search values by field name. @throws {Problem} badRequest */
function parseFilters(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw invalidFilters;
  }
}

const toExcel = defineCall({
  method: "GET",
  path: "api/Auto/ToExcel",
  envelope: "site",
  guardedGet: true,
  title: {
    zh: "导出数据表格",
    en: "Export a page of rows as a file; other parameters filter by field, {field}_Start and {field}_End by range",
  },
  access: { verb: "export", by: "person" },
  limit: { max: 30, windowSeconds: 60 },
  input: z.looseObject({
    type: typeInput,
    pageSize: positiveInteger.max(maxExportRows, refusal(tooManyRowsText)).default(defaultExportRows),
    pageIndex: positiveInteger.max(1_000_000).default(1),
    /** Search values by field name, as JSON. */
    filters: z.string().max(20_000).default("{}"),
    /** Further conditions, as a filter in JSON. */
    filter: z.string().max(20_000).optional(),
    /** The fields of the columns, in order, comma separated; all when absent. */
    columns: z.string().max(5000).optional(),
    orderBy: z.string().max(60).optional(),
    direction: z.enum(["asc", "desc"]).default("asc"),
    format: formatInput,
    fileLanguage: fileLanguageInput,
    timeZone: timeZoneInput,
  }),
  output: z.object({ value: z.string(), name: z.string() }),
  async run(input, { principal, entities, locale, services }) {
    const { type, pageSize, pageIndex, filters, filter: conditions, ...rest } = input;
    const { columns: names, orderBy, direction, format, fileLanguage, timeZone, ...values } = rest;
    const entity = entities.find(type);
    const { readable } = viewOf(principal, entity);
    const request = { principal, entities, entity, format, timeZone, ...languagesOf(fileLanguage, locale) };
    const columns = chosenColumns(request, names?.split(","));
    const filter = filterOfList(readable, {
      fields: { ...parseFilters(filters), ...values },
      filter: conditions === undefined ? undefined : parseFilterInput(conditions),
    });
    const sort = orderBy === undefined ? readable.list.sort : { field: orderBy, direction };
    const range = { offset: (pageIndex - 1) * pageSize, size: pageSize };
    const key = JSON.stringify([principal.accountId, principal.tenantId, locale, entity.type, input]);
    const file = await shareIdentical(key, () =>
      inExportQueue(principal.accountId, () => exportPage(services, { ...request, columns, filter, sort }, range)),
    );
    return { value: file.url, name: file.name };
  },
});

export default toExcel;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Auto/ToExcel": typeof toExcel;
  }
}
