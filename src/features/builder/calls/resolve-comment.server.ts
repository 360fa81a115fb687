import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { resolveComment as resolve } from "#features/builder/server/comments.server.ts";
import { onEditablePage } from "#features/builder/server/draft.server.ts";

const resolveComment = defineCall({
  method: "POST",
  path: "Api/SitePage/ResolveComment",
  envelope: "site",
  title: { zh: "解决或重新打开评论", en: "Resolve a comment on a page, or reopen it" },
  access: rowAccess("editContent", "page"),
  input: z.strictObject({ pageId: z.uuid(), id: z.uuid(), isResolved: z.boolean() }),
  output: z.object({ ok: z.literal(true) }),
  run: (input, { principal, services: { database } }) =>
    onEditablePage({ database, principal }, input.pageId, async (tx) => {
      await resolve(tx, principal, input);
      return { ok: true as const };
    }),
});

export default resolveComment;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/ResolveComment": typeof resolveComment;
  }
}
