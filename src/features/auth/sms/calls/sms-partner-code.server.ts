import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { mobileInput } from "#features/auth/form/credentials-input.server.ts";
import { sendCode } from "../sms-code.server.ts";
import { proofInput } from "../proof-of-work.server.ts";

const smsPartnerCode = defineCall({
  method: "GET",
  path: "basic/sms/partners/code",
  envelope: "data",
  base: "partner",
  title: {
    zh: "发送合作伙伴注册验证码",
    en: "Send the code for the registration of a partner (use POST; GET is kept for the contract)",
  },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  guardedGet: true,
  input: z.strictObject({ mobile: mobileInput, proof: proofInput }),
  output: z.object({ seconds: z.number() }),
  run: (input, context) => sendCode(context, { ...input, purpose: "signIn" }),
});

export default smsPartnerCode;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/sms/partners/code": typeof smsPartnerCode;
  }
}
