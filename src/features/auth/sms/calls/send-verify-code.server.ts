import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { mobileInput } from "#features/auth/form/credentials-input.server.ts";
import { sendCode } from "../sms-code.server.ts";
import { proofInput } from "../proof-of-work.server.ts";

const sendVerifyCode = defineCall({
  method: "POST",
  path: "Api/Sms/SendVerifiyCode",
  envelope: "site",
  title: { zh: "发送验证码", en: "Send an SMS code" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({
    mobile: mobileInput,
    purpose: z.enum(["signIn", "resetPassword", "field"]).default("signIn"),
    proof: proofInput,
  }),
  output: z.object({ seconds: z.number() }),
  run: (input, context) => sendCode(context, input),
});

export default sendVerifyCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Sms/SendVerifiyCode": typeof sendVerifyCode;
  }
}
