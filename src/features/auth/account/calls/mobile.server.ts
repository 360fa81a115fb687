import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, mobileInput } from "#features/auth/form/credentials-input.server.ts";
import { changeMobile } from "../account-changes.server.ts";

const mobile = defineCall({
  method: "POST",
  path: "user/mobile",
  envelope: "data",
  title: { zh: "更换手机号", en: "Change your mobile number with codes sent to the old and new numbers" },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ mobile: mobileInput, oldCode: codeInput, newCode: codeInput }),
  output: z.object({ mobile: z.string() }),
  async run(input, context) {
    return { mobile: await changeMobile(context, input) };
  },
});

export default mobile;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/mobile": typeof mobile;
  }
}
