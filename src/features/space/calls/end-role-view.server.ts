import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { endView } from "../role-view.server.ts";

const endRoleView = defineCall({
  method: "POST",
  path: "paas/role/endView",
  envelope: "data",
  title: { zh: "结束以角色查看", en: "Stop viewing the space as a role" },
  access: member,
  safe: "session",
  input: z.strictObject({}),
  output: z.object({ ok: z.literal(true) }),
  async run(_input, context) {
    await endView(context);
    return { ok: true as const };
  },
});

export default endRoleView;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/role/endView": typeof endRoleView;
  }
}
