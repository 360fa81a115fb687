import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { copyIntoPage, itemFor } from "#features/builder/market/take.server.ts";
import { pageInfoOutput, readPageInfo } from "#features/builder/wire/page-info.server.ts";

const cloudPageCopy = defineCall({
  method: "GET",
  path: "Api/CloudPage/Copy",
  envelope: "site",
  title: { zh: "把云页面复制到页面", en: "Copy a cloud page into a page: in place of its components, or below them" },
  access: rowAccess("update", "page"),
  guardedGet: true,
  limit: { max: 60, windowSeconds: 60 },
  input: z.object({
    /** The id of the page in the cloud. */
    cloudPageId: z.uuid(),
    sitePageId: z.uuid(),
    mode: z.enum(["replace", "append"]).default("replace"),
  }),
  output: pageInfoOutput,
  // A page may be large: a repeated request is answered with what it has by then.
  idempotent: {
    keep: () => ({ id: "" }),
    rebuild: (_stored, context, { sitePageId: id }) =>
      readPageInfo({ id, diyPageInfo: {}, recordsOnly: false }, context, "site"),
  },
  async run({ cloudPageId, sitePageId: pageId, mode }, context) {
    const item = await itemFor(context, { id: cloudPageId, kinds: ["page"] });
    await copyIntoPage(context, { item, pageId, insertion: { mode } });
    return readPageInfo({ id: pageId, diyPageInfo: {}, recordsOnly: false }, context, "site");
  },
});

export default cloudPageCopy;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/CloudPage/Copy": typeof cloudPageCopy;
  }
}
