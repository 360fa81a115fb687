import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { proofInput } from "#features/auth/sms/proof-of-work.server.ts";
import { sendStepUpCode } from "../step-up.server.ts";

const stepUpCode = defineCall({
  method: "POST",
  path: "user/stepUp/code",
  envelope: "data",
  title: { zh: "发送身份验证码", en: "Send the SMS code that verifies your identity" },
  access: member,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ proof: proofInput }),
  output: z.object({ seconds: z.number() }),
  run: ({ proof }, context) => sendStepUpCode(context, proof),
});

export default stepUpCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/stepUp/code": typeof stepUpCode;
  }
}
