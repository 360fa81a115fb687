import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { kindOf, noticeKindNames, noticeText } from "#kit/notice.ts";
import { listNotices, readNoticeState } from "#server/notices/notices.server.ts";

/** Notices per page. */
const pageSize = 30;

const notices = defineCall({
  method: "GET",
  path: "Api/Notice/Mine",
  envelope: "site",
  title: { zh: "获取我的通知", en: "Get my notifications, newest first" },
  access: member,
  input: z.strictObject({ before: z.uuid().optional() }),
  output: z.object({
    unread: z.number(),
    /** When a notice was last added or read. */
    changedAt: z.string().nullable(),
    notices: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(noticeKindNames),
        text: z.string(),
        detail: z.string().nullable(),
        /** Identifies the subject of the notice, e.g. the id of a job. */
        about: z.string(),
        url: z.string().nullable(),
        createdAt: z.string(),
        isRead: z.boolean(),
      }),
    ),
    /** The value of `before` for the next page; null on the last page. */
    next: z.uuid().nullable(),
  }),
  async run({ before }, { principal, locale, services: { database } }) {
    const read = <R>(query: Parameters<typeof database.read>[1]) => database.read<R>(principal.tenantId, query);
    const [state, rows] = await Promise.all([
      readNoticeState(read, principal),
      listNotices(read, principal, { before, limit: pageSize + 1 }),
    ]);
    const page = rows.slice(0, pageSize);
    return {
      ...state,
      notices: page.flatMap((notice) => {
        const kind = kindOf(notice.event);
        const localizedText = noticeText(notice, locale);
        // Skips notices of an event that this version of the program does not define.
        if (kind === undefined || localizedText === undefined) return [];
        const { id, about, url, createdAt, isRead } = notice;
        return [{ id, kind, ...localizedText, about, url, createdAt, isRead }];
      }),
      next: rows.length > pageSize ? page.at(-1)!.id : null,
    };
  },
});

export default notices;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Notice/Mine": typeof notices;
  }
}
