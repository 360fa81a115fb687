import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { sendCode } from "../sms-code.server.ts";
import { mobileInput } from "#features/auth/form/credentials-input.server.ts";
import { proofInput } from "../proof-of-work.server.ts";

const newMobileCode = defineCall({
  method: "POST",
  path: "user/mobile/code",
  envelope: "data",
  title: { zh: "向新手机号发送验证码", en: "Send an SMS code to your new mobile number" },
  access: member,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ mobile: mobileInput, proof: proofInput }),
  output: z.object({ seconds: z.number() }),
  run: (input, context) => sendCode(context, { ...input, purpose: "newMobile" }),
});

export default newMobileCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/mobile/code": typeof newMobileCode;
  }
}
