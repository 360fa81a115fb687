import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { resumeSpace } from "#records/site/space-state.server.ts";

const resume = defineCall({
  method: "POST",
  path: "paas/space/resume",
  envelope: "data",
  title: { zh: "恢复空间", en: "Resume a suspended space, or reopen a closed one before its data are erased" },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { services, principal: { accountId } }) {
    await services.database.system((tx) => resumeSpace(tx, services, id, accountId));
    return { ok: true as const };
  },
});

export default resume;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/space/resume": typeof resume;
  }
}
