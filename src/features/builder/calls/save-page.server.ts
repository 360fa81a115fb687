import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageRecord } from "#kit/document-schema.ts";
import { maxRecords, pageSetting, recordId } from "#kit/page-schema.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";

const savePageCall = defineCall({
  method: "POST",
  path: "api/sitepage/save",
  envelope: "site",
  title: {
    zh: "保存页面",
    en: "Save changes to a page’s draft; edits of different parts merge, a conflict is a 409 that names the parts",
  },
  access: rowAccess("update", "page"),
  largeInput: true,
  input: z.strictObject({
    diyPageInfo: z.object({ pageId: z.uuid() }),
    /** The revision of the draft that was edited. */
    baseRev: z.number().int().min(0),
    /** Changed records in their new state; one without `after` is removed. */
    changes: z
      .array(z.strictObject({ id: recordId, before: z.unknown().optional(), after: z.unknown().optional() }))
      .max(maxRecords),
    setting: z.optional(pageSetting),
    /** A name makes the save a named version. */
    saveName: z.string().trim().max(100).default(""),
  }),
  output: z.object({
    rev: z.number(),
    savedAt: z.string(),
    savedBy: z.string(),
    /** The changes that others saved since `baseRev`, to be merged. */
    others: z.array(z.object({ id: z.string(), after: z.optional(pageRecord) })),
    othersSetting: z.optional(pageSetting),
  }),
  run: ({ diyPageInfo, baseRev, changes, setting, saveName }, context) =>
    context.services.database.tenant(context.principal.tenantId, (tx) =>
      savePage(tx, context, {
        pageId: diyPageInfo.pageId,
        baseRev,
        edit: { records: changes, setting },
        name: saveName,
      }),
    ),
});

export default savePageCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/sitepage/save": typeof savePageCall;
  }
}
