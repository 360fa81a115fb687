import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import { codeInput, mobileInput } from "#features/auth/form/credentials-input.server.ts";
import { checkCode } from "../sms-code.server.ts";

/** Checks a code for the form that asks for it. Counts as an attempt and grants nothing: registration checks the code again (T-14). */
const checkVerifyCode = defineCall({
  method: "GET",
  path: "api/UserReg/CheckVerifiyCode",
  envelope: "site",
  title: { zh: "校验验证码", en: "Check an SMS code without using it" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  guardedGet: true,
  input: z.strictObject({ mobile: mobileInput, code: codeInput }),
  output: z.object({ isValid: z.literal(true) }),
  async run({ mobile, code }, { services }) {
    await checkCode(services, requireMobile(mobile), "signIn", code);
    return { isValid: true as const };
  },
});

export default checkVerifyCode;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/UserReg/CheckVerifiyCode": typeof checkVerifyCode;
  }
}
