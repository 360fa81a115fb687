import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxCommentText, maxMentions } from "#kit/comment.ts";
import { recordId as recordIdSchema } from "#kit/page-schema.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { locales, type LocalizedValue } from "#kit/text.ts";
import { labelOf } from "#features/builder/document/names.ts";
import { addComment, titleText } from "#features/builder/server/comments.server.ts";
import { onEditablePage, readDraft } from "#features/builder/server/draft.server.ts";

const texts = {
  empty: { zh: "请输入评论内容", en: "Enter a comment" },
  long: {
    zh: `评论不能超过 ${maxCommentText} 个字符`,
    en: `A comment can have at most ${maxCommentText} characters`,
  },
  people: { zh: `最多提及 ${maxMentions} 位成员`, en: `Mention at most ${maxMentions} members` },
  unsaved: {
    zh: "已保存的草稿中没有此元素，请先保存页面",
    en: "This element is not in the saved draft. Save the page first.",
  },
};

const comment = defineCall({
  method: "POST",
  path: "Api/SitePage/Comment",
  envelope: "site",
  title: {
    zh: "评论页面",
    en: "Comment on a page or a part of it, or reply to a comment; mentioned members are notified, and requests with the same id add one comment",
  },
  access: rowAccess("editContent", "page"),
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({
    id: z.uuid(),
    pageId: z.uuid(),
    /** The comment that this one replies to. A reply has neither record nor language of its own. */
    threadId: z.uuid().optional(),
    /** The widget, node or group; absent for the page as a whole. */
    recordId: z.optional(recordIdSchema),
    locale: z.enum(locales).optional(),
    text: z.string().trim().min(1, refusal(texts.empty)).max(maxCommentText, refusal(texts.long)),
    /** Ids of members who may edit the page. Those whose `@name` is in the text are notified. */
    mentions: z.array(z.uuid()).max(maxMentions, refusal(texts.people)).default([]),
  }),
  output: z.object({ ok: z.literal(true) }),
  run: ({ id, pageId, threadId, recordId, locale, text, mentions }, { principal, services: { database } }) =>
    onEditablePage({ database, principal }, pageId, async (tx, page) => {
      const pageTitle = titleText(page);
      const isFirst = threadId === undefined;
      let recordName: LocalizedValue<string> | null = null;
      if (isFirst && recordId !== undefined) {
        const { records } = (await readDraft(tx, principal, pageId, "editContent")).page;
        const record = (name: string) => (Object.hasOwn(records, name) ? records[name] : undefined);
        if (record(recordId) === undefined) throw new Problem("conflict", texts.unsaved);
        const label = (language: (typeof locales)[number]) => labelOf({ record }, recordId, language);
        recordName = { zh: label("zh"), en: label("en") };
      }
      await addComment(tx, principal, {
        id,
        pageId,
        threadId,
        recordId: isFirst ? (recordId ?? null) : null,
        recordName,
        locale: isFirst ? (locale ?? null) : null,
        text,
        mentions,
        pageTitle,
      });
      return { ok: true as const };
    }),
});

export default comment;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/Comment": typeof comment;
  }
}
