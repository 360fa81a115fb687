import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { markJobsSeen } from "#server/jobs/job-rows.server.ts";

const seen = defineCall({
  method: "POST",
  path: "Api/Job/Seen",
  envelope: "site",
  title: { zh: "标记任务为已读", en: "Mark my jobs that have ended as seen" },
  access: member,
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  async run(_input, { who, services }) {
    const { tenantId, memberId } = who;
    await services.database.tenant(tenantId, (tx) => markJobsSeen(tx, memberId));
    return { ok: true as const };
  },
});

export default seen;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Job/Seen": typeof seen;
  }
}
