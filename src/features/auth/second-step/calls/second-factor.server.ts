import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { passSecondStep } from "../second-step.server.ts";
import { signedInOutput, ticketInput } from "#features/auth/form/credentials-input.server.ts";
import { secondStepMethods } from "#features/auth/session/step-ticket.server.ts";

const secondFactor = defineCall({
  method: "POST",
  path: "user/secondFactor",
  envelope: "data",
  title: { zh: "完成两步验证", en: "Complete two-step verification; `code` is the code or password of the method" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ticket: ticketInput, method: z.enum(secondStepMethods), code: z.string().min(1).max(64) }),
  output: signedInOutput,
  run: (input, context) => passSecondStep(context, input),
});

export default secondFactor;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/secondFactor": typeof secondFactor;
  }
}
