import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, passwordInput } from "#features/auth/form/credentials-input.server.ts";
import { changePassword } from "../account-changes.server.ts";

const password = defineCall({
  method: "POST",
  path: "user/password",
  envelope: "data",
  title: { zh: "修改登录密码", en: "Change your password, confirmed by the old one or an SMS code" },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    oldPassword: passwordInput.optional(),
    verifyCode: codeInput.optional(),
    password: passwordInput,
  }),
  output: z.object({ ok: z.literal(true) }),
  async run(input, context) {
    await changePassword(context, input);
    return { ok: true as const };
  },
});

export default password;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/password": typeof password;
  }
}
