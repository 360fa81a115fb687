import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { checkPayPassword } from "../pay-password.server.ts";

const check = defineCall({
  method: "GET",
  path: "api/UserDetail/CheckPayPassword",
  envelope: "site",
  title: {
    zh: "校验支付密码",
    en: "Check your payment password (use POST, which keeps the password out of URLs; GET is kept for the contract)",
  },
  access: member,
  aboutAccount: true,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  guardedGet: true,
  input: z.strictObject({ payPassword: z.string().max(6) }),
  output: z.literal(true),
  async run({ payPassword }, context) {
    await checkPayPassword(context, payPassword);
    return true as const;
  },
});

export default check;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/UserDetail/CheckPayPassword": typeof check;
  }
}
