import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { undoMends } from "#features/builder/governance/mend.server.ts";

const undoCall = defineCall({
  method: "POST",
  path: "paas/governance/undo",
  envelope: "data",
  title: { zh: "撤销治理处理", en: "Undo what was mended at once, within ten minutes" },
  access: administrator,
  stepUp: true,
  input: z.strictObject({ undo: z.uuid() }),
  output: z.strictObject({ restored: z.number() }),
  run: async ({ undo }, context) => ({ restored: await undoMends(context, undo) }),
});

export default undoCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/governance/undo": typeof undoCall;
  }
}
