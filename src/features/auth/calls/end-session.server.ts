import { z } from "zod";
import { member, type UserPrincipal } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const endSession = defineCall({
  method: "POST",
  path: "user/sessions/end",
  envelope: "data",
  title: { zh: "退出设备", en: "Sign one's own device out; without an id all others" },
  access: member,
  input: z.strictObject({ id: z.uuid().optional() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { services, who }) {
    const { accountId, sessionId } = who as UserPrincipal;
    if (id === undefined) await services.database.system((tx) => services.sessions.revokeAll(tx, accountId, sessionId));
    else await services.sessions.revoke(accountId, id);
    return { ok: true as const };
  },
});

export default endSession;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sessions/end": typeof endSession;
  }
}
