import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOfList, listFilterInput, typeInput } from "#records/query/row-input.server.ts";
import { countExport } from "#records/query/list.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { maxSheetRows } from "#server/spreadsheet/xlsx.server.ts";
import { exportColumns, languagesOf } from "../export-request.server.ts";

const exportOptions = defineCall({
  method: "POST",
  path: "paas/export/options",
  envelope: "data",
  title: { zh: "获取可导出的列和总条数", en: "Get the columns that can be exported, and how many rows there are" },
  access: { verb: "export", by: "person" },
  safe: true,
  input: z.strictObject({ type: typeInput, fields: listFilterInput.fields, filter: listFilterInput.filter }),
  output: z.object({
    type: z.string(),
    /** The number of rows, counted up to the row limit of a sheet. */
    total: z.number(),
    /** `isLocalized`: a file in both languages has a column for each. */
    columns: z.array(z.object({ field: z.string(), name: z.string(), isLocalized: z.boolean() })),
  }),
  async run({ type, ...list }, context) {
    const { principal, entities, locale, services } = context;
    const entity = entities.find(type);
    const filter = filterOfList(viewOf(principal, entity).readable, list);
    const query = { filter, related: relatedRowsFor(context), cap: maxSheetRows };
    return {
      type: entity.type,
      total: await countExport(services.database, principal, entity, query),
      columns: exportColumns(principal, entity, languagesOf(undefined, locale)).map(({ field, name }) => ({
        field,
        name,
        isLocalized: entity.fields[field]?.localized === true,
      })),
    };
  },
});

export default exportOptions;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/export/options": typeof exportOptions;
  }
}
