import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, codeRefusal, mobileInput, passwordInput } from "#features/auth/form/credentials-input.server.ts";
import { refusal } from "#kit/refusal.ts";
import { resetPassword } from "../sign-in.server.ts";

const findPassword = defineCall({
  method: "POST",
  path: "user/findPassword",
  envelope: "data",
  title: { zh: "找回密码", en: "Set a new password with an SMS code" },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  // The generated form of this call sends the number and its code as one field.
  input: z
    .strictObject({
      mobile: z.union([mobileInput, z.strictObject({ mobile: mobileInput, code: codeInput })]),
      verifyCode: codeInput.optional(),
      password: passwordInput,
    })
    .refine(({ mobile, verifyCode }) => (typeof mobile === "string") === (verifyCode !== undefined), {
      ...refusal(codeRefusal),
      path: ["verifyCode"],
    }),
  output: z.object({ changed: z.literal(true) }),
  async run({ mobile, verifyCode, password }, context) {
    const mobileWithCode =
      typeof mobile === "string"
        ? { mobile, verifyCode: verifyCode! }
        : { mobile: mobile.mobile, verifyCode: mobile.code };
    await resetPassword(context, { ...mobileWithCode, password });
    return { changed: true as const };
  },
});

export default findPassword;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/findPassword": typeof findPassword;
  }
}
