import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, mobileInput, passwordInput } from "#features/auth/form/credentials-input.server.ts";
import { resetPassword } from "../sign-in.server.ts";

const findPassword = defineCall({
  method: "POST",
  path: "user/findPassword",
  envelope: "data",
  title: { zh: "找回密码", en: "Set a new password with an SMS code" },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ mobile: mobileInput, verifyCode: codeInput, password: passwordInput }),
  output: z.object({ changed: z.literal(true) }),
  async run(input, context) {
    await resetPassword(context, input);
    return { changed: true as const };
  },
});

export default findPassword;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/findPassword": typeof findPassword;
  }
}
