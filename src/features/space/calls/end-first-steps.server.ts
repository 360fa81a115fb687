import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { endFirstSteps } from "../first-steps.server.ts";

const endFirstStepsCall = defineCall({
  method: "POST",
  path: "paas/start/end",
  envelope: "data",
  title: { zh: "收起新空间的起步清单", en: "Dismiss the getting-started list of a new space" },
  access: administrator,
  input: z.strictObject({}),
  output: z.object({ ok: z.literal(true) }),
  async run(_input, context) {
    await endFirstSteps(context);
    return { ok: true as const };
  },
});

export default endFirstStepsCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/start/end": typeof endFirstStepsCall;
  }
}
