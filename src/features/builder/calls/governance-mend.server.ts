import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxMends } from "#kit/governance.ts";
import { mendFindings } from "#features/builder/governance/mend.server.ts";

const mendCall = defineCall({
  method: "POST",
  path: "paas/governance/mend",
  envelope: "data",
  title: {
    zh: "处理治理报告中的发现：指定的，或一项检查的全部",
    en: "Mend findings of a check: those with the given numbers, or the first ones that are not mended",
  },
  access: administrator,
  stepUp: true,
  input: z.strictObject({
    runId: z.uuid(),
    check: z.string().max(60),
    numbers: z.array(z.number().int().min(1)).min(1).max(maxMends).optional(),
  }),
  output: z.strictObject({
    mended: z.number(),
    /** Findings about what has changed since, or may not be changed. */
    refused: z.number(),
    /** The id with which all of it is undone. */
    undo: z.uuid(),
  }),
  run: ({ runId, check, numbers }, context) => mendFindings(context, { runId, check, numbers }),
});

export default mendCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/governance/mend": typeof mendCall;
  }
}
