import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refusal } from "#kit/refusal.ts";
import { codeInput, nameInput, passwordInput, signedInOutput } from "#features/auth/form/credentials-input.server.ts";
import { signInByCode, signInByPassword } from "../sign-in.server.ts";

/** The alternative sign-in call, by password or SMS code (E-004). */
const userLogin = defineCall({
  method: "POST",
  path: "user/login",
  envelope: "data",
  title: { zh: "登录", en: "Sign in with a password or an SMS code" },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  sensitive: true,
  input: z
    .strictObject({
      ...nameInput,
      password: passwordInput.optional(),
      verifyCode: codeInput.optional(),
      token: z.string().max(500).nullish(),
      openId: z.string().max(200).nullish(),
    })
    .refine(
      ({ password, verifyCode }) => (password === undefined) !== (verifyCode === undefined),
      refusal({ zh: "请提供密码或验证码，二者选一", en: "Enter either a password or a code" }),
    ),
  output: signedInOutput,
  run({ username, key, password, verifyCode }, context) {
    const name = username ?? key ?? "";
    return password === undefined
      ? signInByCode(context, name, verifyCode!)
      : signInByPassword(context, name, password);
  },
});

export default userLogin;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/login": typeof userLogin;
  }
}
