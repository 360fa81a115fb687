import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { sendOwnerCode } from "#features/auth/session/owner.server.ts";
import { proofInput } from "#features/auth/sms/proof-of-work.server.ts";

const ownCode = defineCall({
  method: "POST",
  path: "user/code",
  envelope: "data",
  title: { zh: "向本人手机号发送验证码", en: "Send an SMS code to your mobile number" },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    purpose: z.enum(["changePassword", "payPassword", "oldMobile", "cancel", "twoStep"]),
    proof: proofInput,
  }),
  output: z.object({ seconds: z.number() }),
  run: (input, context) => sendOwnerCode(context, input),
});

export default ownCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/code": typeof ownCode;
  }
}
