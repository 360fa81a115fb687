import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { deleteComment as remove } from "#features/builder/server/comments.server.ts";
import { onEditablePage } from "#features/builder/server/draft.server.ts";

const deleteComment = defineCall({
  method: "POST",
  path: "Api/SitePage/DeleteComment",
  envelope: "site",
  title: { zh: "删除评论", en: "Delete a comment on a page: one’s own, or for administrators any" },
  access: rowAccess("editContent", "page"),
  input: z.strictObject({ pageId: z.uuid(), id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  run: (input, { principal, services: { database } }) =>
    onEditablePage({ database, principal }, input.pageId, async (tx) => {
      await remove(tx, principal, input);
      return { ok: true as const };
    }),
});

export default deleteComment;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/DeleteComment": typeof deleteComment;
  }
}
