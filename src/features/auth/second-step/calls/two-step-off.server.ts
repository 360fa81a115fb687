import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { turnOffTwoStep } from "../two-step.server.ts";

const twoStepOff = defineCall({
  method: "POST",
  path: "user/totp/off",
  envelope: "data",
  title: { zh: "关闭两步验证", en: "Turn off two-step verification with a code from the app or a recovery code" },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ code: z.string().min(1).max(64) }),
  output: z.object({ ok: z.literal(true) }),
  async run({ code }, context) {
    await turnOffTwoStep(context, code);
    return { ok: true as const };
  },
});

export default twoStepOff;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/totp/off": typeof twoStepOff;
  }
}
