import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { factors } from "#features/auth/session/factors.server.ts";
import { passStepUp } from "../step-up.server.ts";

const stepUp = defineCall({
  method: "POST",
  path: "user/stepUp",
  envelope: "data",
  title: {
    zh: "再次验证身份",
    en: "Verify your identity again with a method in `details.stepUp` of a refused call; the session gets a new token",
  },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ method: z.enum(factors), code: z.string().min(1).max(64) }),
  /** The session's new token, for clients with bearer tokens. */
  output: z.object({ token: z.string().nullable() }),
  run: (input, context) => passStepUp(context, input),
});

export default stepUp;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/stepUp": typeof stepUp;
  }
}
