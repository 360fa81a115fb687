import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxNotices } from "#kit/notice.ts";
import { markNoticesRead } from "#server/notices/notices.server.ts";

const read = defineCall({
  method: "POST",
  path: "Api/Notice/Read",
  // For the page action `markNoticesRead`.
  otherMethods: ["PUT"],
  envelope: "site",
  title: { zh: "标记通知为已读", en: "Mark my notifications as read: those with the given IDs or, without IDs, all" },
  access: member,
  input: z.strictObject({ ids: z.array(z.uuid()).max(maxNotices).optional() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ ids }, { principal, services }) {
    await services.database.tenant(principal.tenantId, (tx) => markNoticesRead(tx, principal, ids));
    return { ok: true as const };
  },
});

export default read;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Notice/Read": typeof read;
  }
}
