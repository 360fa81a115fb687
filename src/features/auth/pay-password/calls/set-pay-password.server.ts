import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput } from "#features/auth/form/credentials-input.server.ts";
import { changePayPassword } from "../pay-password.server.ts";

const setPayPassword = defineCall({
  method: "POST",
  path: "api/UserDetail/SetPayPassword",
  envelope: "site",
  title: { zh: "设置支付密码", en: "Set your payment password, confirmed by an SMS code" },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ payPassword: z.string().max(6), verifyCode: codeInput }),
  output: z.object({ ok: z.literal(true) }),
  async run(input, context) {
    await changePayPassword(context, input);
    return { ok: true as const };
  },
});

export default setPayPassword;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/UserDetail/SetPayPassword": typeof setPayPassword;
  }
}
