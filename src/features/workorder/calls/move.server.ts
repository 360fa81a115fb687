import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { workStepNames } from "#kit/work.ts";
import { moveWork } from "../work.server.ts";

const move = defineCall({
  method: "POST",
  path: "paas/workorder/move",
  envelope: "data",
  title: { zh: "更新工单状态", en: "Change the status of a work order" },
  access: rowAccess("update", "paasWork"),
  input: z.strictObject({ id: z.uuid(), step: z.enum(workStepNames), text: z.string().trim().max(2000).default("") }),
  output: z.object({ ok: z.literal(true) }),
  run: (input, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await moveWork(tx, principal, input);
      return { ok: true as const };
    }),
});

export default move;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/workorder/move": typeof move;
  }
}
