import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { proofInput } from "#features/auth/sms/proof-of-work.server.ts";
import { sendSecondStepCode } from "../second-step.server.ts";
import { ticketInput } from "#features/auth/form/credentials-input.server.ts";

const secondFactorCode = defineCall({
  method: "POST",
  path: "user/secondFactor/code",
  envelope: "data",
  title: { zh: "发送两步验证短信", en: "Send the SMS code for two-step verification" },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ticket: ticketInput, proof: proofInput }),
  output: z.object({ seconds: z.number() }),
  run: (input, context) => sendSecondStepCode(context, input),
});

export default secondFactorCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/secondFactor/code": typeof secondFactorCode;
  }
}
