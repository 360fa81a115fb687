import type { output } from "zod/mini";
import type * as document from "./document-schema.ts";
import type * as schema from "./page-schema.ts";

export type Box = output<typeof schema.box>;
export type PageRecord = output<typeof document.pageRecord>;
export type PageSetting = output<typeof schema.pageSetting>;
export type PageDocument = output<typeof document.pageDocument>;

/** Prefixes of record ids, by kind. */
export const idPrefixes = { widget: "wd", node: "nd", group: "gr" } as const satisfies Record<
  PageRecord["kind"],
  string
>;

declare const stored: unique symbol;
/** A page as stored, by this version of the program or an earlier one. `readPage` converts it to a document. */
export type StoredPage = { readonly [stored]: "page" };

/** The id of the page's own settings, among ids of records. */
export const settingId = "setting";

/** The change of one record: `before` or `after` is absent when the record is added or removed. */
export type RecordChange = { id: string; before?: PageRecord; after?: PageRecord };

/** The changes of one step, applied or undone together. */
export type PageChange = { records: RecordChange[]; setting?: { before: PageSetting; after: PageSetting } };

/** A copy of `page` with `change` applied; unchanged records are shared. */
export function applyChange(page: PageDocument, change: PageChange): PageDocument {
  const records = { ...page.records };
  for (const { id, after } of change.records) {
    if (after === undefined) delete records[id];
    else records[id] = after;
  }
  return { ...page, setting: change.setting?.after ?? page.setting, records };
}

/** The change that reverts `change`. */
export function invert(change: PageChange): PageChange {
  const records = change.records.map(({ id, before, after }) => ({
    id,
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  }));
  const setting = change.setting && { before: change.setting.after, after: change.setting.before };
  return setting === undefined ? { records } : { records, setting };
}
