import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { locales } from "#kit/text.ts";
import { listComments } from "#features/builder/server/comments.server.ts";
import { onEditablePage } from "#features/builder/server/draft.server.ts";

const comments = defineCall({
  method: "GET",
  path: "Api/SitePage/Comments",
  envelope: "site",
  title: { zh: "查询页面评论", en: "List the comments on a page and its parts, with their replies, oldest first" },
  access: rowAccess("editContent", "page"),
  input: z.object({ pageId: z.uuid() }),
  output: z.array(
    z.object({
      id: z.string(),
      recordId: z.string().nullable(),
      recordName: z.object({ zh: z.string().optional(), en: z.string().optional() }).nullable(),
      /** Whether the record is in the saved draft. */
      isOnPage: z.boolean(),
      locale: z.enum(locales).nullable(),
      resolved: z.object({ at: z.string(), by: z.string() }).nullable(),
      /** The first comment, then its replies. A deleted first comment stays, without its text, while it has replies. */
      comments: z.array(
        z.object({
          id: z.string(),
          memberName: z.string(),
          isOwn: z.boolean(),
          text: z.string(),
          mentions: z.array(z.object({ id: z.string(), name: z.string() })),
          createdAt: z.string(),
          isDeleted: z.boolean(),
          mayDelete: z.boolean(),
        }),
      ),
    }),
  ),
  run: ({ pageId }, { principal, services: { database } }) =>
    onEditablePage({ database, principal }, pageId, (tx) => listComments(tx, principal, pageId)),
});

export default comments;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/Comments": typeof comments;
  }
}
