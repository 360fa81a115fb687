import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, nameInput, signedInOutput } from "#features/auth/form/credentials-input.server.ts";
import { signInByCode } from "../sign-in.server.ts";

const loginByMobile = defineCall({
  method: "POST",
  path: "Api/Member/LoginByMobile",
  envelope: "site",
  title: { zh: "用验证码登录", en: "Sign in with an SMS code" },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ...nameInput, verifyCode: codeInput }),
  output: signedInOutput,
  run: ({ username, key, verifyCode }, context) => signInByCode(context, username ?? key ?? "", verifyCode),
});

export default loginByMobile;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Member/LoginByMobile": typeof loginByMobile;
  }
}
