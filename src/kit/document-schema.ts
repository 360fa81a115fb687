import { discriminatedUnion, literal, record, strictObject, string } from "zod/mini";
import { groupRecord, nodeRecord, pageSetting, widgetRecord } from "./page-schema.ts";

// Apart from the records themselves: browsers read those one by one, and need not load what a union takes.

/** One part of a page. */
export const pageRecord = discriminatedUnion("kind", [widgetRecord, nodeRecord, groupRecord]);

/** A page is a flat map of records; an edit touches single records, whatever the page's size. */
export const pageDocument = strictObject({
  schema: literal(1),
  setting: pageSetting,
  records: record(string(), pageRecord),
});
