import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { codeInput, passwordInput } from "#features/auth/form/credentials-input.server.ts";
import { beginTwoStep } from "../two-step.server.ts";

const twoStepBegin = defineCall({
  method: "POST",
  path: "user/totp/begin",
  envelope: "data",
  title: {
    zh: "开始设置两步验证",
    en: "Start setting up two-step verification with your password or an SMS code; returns the app’s secret",
  },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ oldPassword: passwordInput.optional(), verifyCode: codeInput.optional() }),
  output: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
  run: (input, context) => beginTwoStep(context, input),
});

export default twoStepBegin;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/totp/begin": typeof twoStepBegin;
  }
}
