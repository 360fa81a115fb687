import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { noticeKindNames, noticeKinds } from "#kit/notice.ts";
import { Problem } from "#kit/problem.ts";
import { setNoticeKind } from "#server/notices/notices.server.ts";

const cannotTurnOff = { zh: "此类通知不能关闭", en: "These notifications cannot be turned off" };

const saveNoticeSetting = defineCall({
  method: "POST",
  path: "Api/Notice/SaveSetting",
  envelope: "site",
  title: { zh: "保存我的通知设置", en: "Turn a kind of notification on or off for me" },
  access: member,
  input: z.strictObject({ kind: z.enum(noticeKindNames), isOn: z.boolean() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ kind, isOn }, { principal, services }) {
    if (!isOn && "isFixed" in noticeKinds[kind]) throw new Problem("conflict", cannotTurnOff);
    await services.database.tenant(principal.tenantId, (tx) => setNoticeKind(tx, principal, { kind, isOn }));
    return { ok: true as const };
  },
});

export default saveNoticeSetting;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Notice/SaveSetting": typeof saveNoticeSetting;
  }
}
