import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { retryPlatformJob } from "../queues/job-list.server.ts";

const retry = defineCall({
  method: "POST",
  path: "paas/job/retry",
  envelope: "data",
  title: { zh: "重试失败的任务", en: "Queue a failed job of any space again; it goes on where it was" },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { services, principal: { accountId } }) {
    await retryPlatformJob(services, id, accountId);
    return { ok: true as const };
  },
});

export default retry;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/job/retry": typeof retry;
  }
}
