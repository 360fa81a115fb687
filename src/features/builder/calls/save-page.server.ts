import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageRecord } from "#kit/document-schema.ts";
import { maxRecords, pageSetting, recordId } from "#kit/page-schema.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";
import { replaceWidgets } from "#features/builder/wire/edits.server.ts";
import { listedPageOf } from "#features/builder/wire/listed-page.server.ts";
import { pageIdOf, revOf } from "#features/builder/wire/page-id.server.ts";
import { diyPageInfo as pageInfo, readPageInfo } from "#features/builder/wire/page-info.server.ts";

const savePageCall = defineCall({
  method: "POST",
  path: "api/sitepage/save",
  envelope: "site",
  title: {
    zh: "保存页面",
    en: "Save changes to a page’s draft; edits of different parts merge, a conflict is a 409 that names the parts",
  },
  access: rowAccess("editContent", "page"),
  largeInput: true,
  input: z.strictObject({
    /** The page, and for clients of the wire its new widgets and settings with the revision that they were read at (N-020). */
    diyPageInfo: z.unknown().optional(),
    /** The revision of the draft that was edited. */
    baseRev: z.number().int().min(0).optional(),
    /** Changed records in their new state; one without `after` is removed. */
    changes: z
      .array(z.strictObject({ id: recordId, before: z.unknown().optional(), after: z.unknown().optional() }))
      .max(maxRecords)
      .default([]),
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
    /** Ids of the records (`setting` for the page) that are bound to what visitors may not read; publishing refuses them. */
    unbound: z.array(z.string()),
    /** The saved page, which takes the place of the client's (B-195); for clients that sent a page information. */
    diyPageInfo: pageInfo.optional(),
  }),
  async run({ diyPageInfo, baseRev, changes, setting, saveName: name }, context) {
    const pageId = pageIdOf(diyPageInfo);
    const page = { pageId, baseRev: baseRev ?? revOf(diyPageInfo), name };
    const listed = baseRev === undefined ? listedPageOf(pageId, diyPageInfo) : undefined;
    const saved = await context.services.database.tenant(context.principal.tenantId, (tx) =>
      savePage(tx, context, {
        ...page,
        edit: listed === undefined ? { records: changes, setting } : (draft) => replaceWidgets(draft, listed),
      }),
    );
    if (listed === undefined) return saved;
    const read = { id: pageId, diyPageInfo: {}, recordsOnly: false };
    return { ...saved, diyPageInfo: (await readPageInfo(read, context, "site")).diyPageInfo };
  },
});

export default savePageCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/sitepage/save": typeof savePageCall;
  }
}
