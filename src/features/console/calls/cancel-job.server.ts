import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { cancelPlatformJob } from "../queues/job-list.server.ts";

const cancel = defineCall({
  method: "POST",
  path: "paas/job/cancel",
  envelope: "data",
  title: { zh: "取消任意空间的任务", en: "Cancel a job of any space; what it has done stays" },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { services, principal: { accountId } }) {
    await cancelPlatformJob(services, id, accountId);
    return { ok: true as const };
  },
});

export default cancel;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/job/cancel": typeof cancel;
  }
}
