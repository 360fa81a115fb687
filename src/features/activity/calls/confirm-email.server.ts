import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { confirmNoticeEmail } from "#server/email/notice-email.server.ts";

const confirmEmail = defineCall({
  method: "POST",
  path: "Api/Notice/ConfirmEmail",
  envelope: "site",
  title: {
    zh: "用邮件中的链接确认我的通知邮箱",
    en: "Confirm the email address for my notifications with the link that was sent to it",
  },
  access: member,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ token: z.string().regex(/^\d{1,12}\.[0-9a-f]{64}$/) }),
  output: z.object({ address: z.string() }),
  run: async ({ token }, context) => ({ address: await confirmNoticeEmail(context, token) }),
});

export default confirmEmail;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Notice/ConfirmEmail": typeof confirmEmail;
  }
}
