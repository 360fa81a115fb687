import { EventEmitter, once } from "node:events";
import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineStream } from "#kit/stream.ts";
import { markHandled } from "#server/process/mark-handled.server.ts";
import { commentsTag } from "#features/builder/server/comments.server.ts";
import { readPageTitle } from "#features/builder/server/draft.server.ts";

/** A stream that says when the comments of a page have changed, for those who may read them. An event has none of their content. */
export default defineStream({
  path: "Api/SitePage/CommentEvents",
  title: {
    zh: "订阅页面评论的变化",
    en: "Follow the comments on a page: an event when the stream opens, and whenever a comment is added, resolved, reopened or deleted",
  },
  access: rowAccess("editContent", "page"),
  input: z.object({ pageId: z.uuid() }),
  output: z.object({ pageId: z.string() }),
  async *open({ principal, input: { pageId }, services: { database }, signal }) {
    const { tenantId } = principal;
    const changes = new EventEmitter();
    // "*": changes may have been missed.
    const tags = [commentsTag({ tenantId, pageId }), "*"];
    const unsubscribe = database.onChanged((changed) => {
      if (tags.some((tag) => changed.includes(tag))) changes.emit("change");
    });
    try {
      while (!signal.aborted) {
        // Listens before it reports, so that a change in between is not missed.
        const change = markHandled(once(changes, "change", { signal }));
        await database.tenant(tenantId, (tx) => readPageTitle(tx, principal, pageId, "editContent"));
        yield { pageId };
        await change.catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
