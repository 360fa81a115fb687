import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { renewRecoveryCodes } from "../two-step.server.ts";

const recoveryCodes = defineCall({
  method: "POST",
  path: "user/totp/recovery",
  envelope: "data",
  title: {
    zh: "重新生成恢复码",
    en: "Generate ten new recovery codes with an authenticator code; the old ones stop working",
  },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ code: z.string().min(1).max(64) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  async run({ code }, context) {
    return { recoveryCodes: await renewRecoveryCodes(context, code) };
  },
});

export default recoveryCodes;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/totp/recovery": typeof recoveryCodes;
  }
}
