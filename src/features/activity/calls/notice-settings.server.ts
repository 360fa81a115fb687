import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { noticeKindNames, noticeKinds } from "#kit/notice.ts";
import { readNoticeEmail } from "#server/email/notice-email.server.ts";
import { readMutedKinds } from "#server/notices/notices.server.ts";
import type { Read } from "#server/postgres/database.server.ts";

const noticeSettings = defineCall({
  method: "GET",
  path: "Api/Notice/Settings",
  envelope: "site",
  title: { zh: "获取我的通知设置", en: "Get which kinds of notifications I receive" },
  access: member,
  input: z.strictObject({}),
  output: z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(noticeKindNames),
        name: z.string(),
        isOn: z.boolean(),
        /** True if this kind cannot be turned off. */
        isFixed: z.boolean(),
      }),
    ),
    email: z.object({
      /** The confirmed address; null if there is none. */
      address: z.string().nullable(),
      /** The address that waits to be confirmed. */
      pending: z.string().nullable(),
      /** The address that the mail server refused for good, and when; nothing is sent to it any more. */
      refused: z.object({ address: z.string(), at: z.string() }).nullable(),
      /** True if no mail server is set up, and emails are only stored. */
      isLocal: z.boolean(),
    }),
  }),
  async run(_input, { principal, locale, services: { database, email } }) {
    const read: Read = (query) => database.read(principal.tenantId, query);
    const [muted, address] = await Promise.all([readMutedKinds(read, principal), readNoticeEmail(read, principal)]);
    return {
      email: { ...address, isLocal: email.isLocal },
      kinds: noticeKindNames.map((kind) => ({
        kind,
        name: noticeKinds[kind].name[locale],
        isOn: !muted.includes(kind),
        isFixed: "isFixed" in noticeKinds[kind],
      })),
    };
  },
});

export default noticeSettings;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Notice/Settings": typeof noticeSettings;
  }
}
