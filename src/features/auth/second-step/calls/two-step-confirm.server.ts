import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, ticketInput } from "#features/auth/form/credentials-input.server.ts";
import { turnOnTwoStep } from "../two-step.server.ts";

const twoStepConfirm = defineCall({
  method: "POST",
  path: "user/totp/confirm",
  envelope: "data",
  title: {
    zh: "开启两步验证",
    en: "Turn on two-step verification with the app’s first code; returns the recovery codes once",
  },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ticket: ticketInput, code: codeInput }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  async run(input, context) {
    return { recoveryCodes: await turnOnTwoStep(context, input) };
  },
});

export default twoStepConfirm;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/totp/confirm": typeof twoStepConfirm;
  }
}
