import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { suspendSpace } from "#records/site/space-state.server.ts";

const suspend = defineCall({
  method: "POST",
  path: "paas/space/suspend",
  envelope: "data",
  title: {
    zh: "暂停空间",
    en: "Suspend a space: its site, sign-ins, sessions, API keys, jobs and webhooks stop at once",
  },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({
    id: z.uuid(),
    /** Kept in the history of the space, which only the platform sees. */
    reason: z.string().trim().min(1).max(500),
  }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id, reason }, { services, principal: { accountId } }) {
    await services.database.system((tx) => suspendSpace(tx, services, id, { accountId, note: reason }));
    return { ok: true as const };
  },
});

export default suspend;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/space/suspend": typeof suspend;
  }
}
