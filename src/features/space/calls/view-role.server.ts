import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { startView } from "../role-view.server.ts";

const viewRole = defineCall({
  method: "POST",
  path: "paas/role/view",
  envelope: "data",
  title: { zh: "以角色查看空间", en: "View the space as a role: until the view ends, nothing can be changed" },
  access: administrator,
  input: z.strictObject({ id: idInput }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, context) {
    await startView(context, id);
    return { ok: true as const };
  },
});

export default viewRole;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/role/view": typeof viewRole;
  }
}
