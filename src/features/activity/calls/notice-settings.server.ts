import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { noticeKindNames, noticeKinds } from "#kit/notice.ts";
import { readMutedKinds } from "#server/notices/notices.server.ts";

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
  }),
  async run(_input, { principal, locale, services: { database } }) {
    const muted = await readMutedKinds((query) => database.read(principal.tenantId, query), principal);
    return {
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
