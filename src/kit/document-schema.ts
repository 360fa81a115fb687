import { discriminatedUnion, literal, record, strictObject, string } from "zod/mini";
import { groupRecord, nodeRecord, pageSetting, widgetRecord } from "./page-schema.ts";

// Separate from the record schemas: browsers check records one at a time and need not load the union.

/** One record of a page. */
export const pageRecord = discriminatedUnion("kind", [widgetRecord, nodeRecord, groupRecord]);

/** A page is a flat map of records; an edit touches single records, whatever the page's size. */
export const pageDocument = strictObject({
  schema: literal(1),
  setting: pageSetting,
  records: record(string(), pageRecord),
});
