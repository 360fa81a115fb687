import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refusal } from "#kit/refusal.ts";
import { removeNoticeEmail, requestNoticeEmail } from "#server/email/notice-email.server.ts";
import { emailAddress } from "#server/email/settings.server.ts";

const wrongAddress = refusal({ zh: "请输入有效的邮箱地址", en: "Enter a valid email address" });

const saveEmail = defineCall({
  method: "POST",
  path: "Api/Notice/SaveEmail",
  envelope: "site",
  title: {
    zh: "设置接收通知的邮箱：发送确认链接；为空则移除",
    en: "Set the email address for my notifications: sends a link to confirm it; empty removes it",
  },
  access: member,
  limit: { max: 10, windowSeconds: 60 },
  input: z.strictObject({
    address: z
      .string()
      .trim()
      .max(254, { abort: true })
      .refine((text) => text === "" || emailAddress.safeParse(text).success, wrongAddress),
  }),
  output: z.object({ ok: z.literal(true) }),
  async run({ address }, context) {
    const { principal, services } = context;
    if (address === "") await services.database.tenant(principal.tenantId, (tx) => removeNoticeEmail(tx, principal));
    else await requestNoticeEmail(context, emailAddress.parse(address));
    return { ok: true as const };
  },
});

export default saveEmail;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Notice/SaveEmail": typeof saveEmail;
  }
}
