import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { forgetDeviceOfSession } from "../devices.server.ts";
import { endAllAccess } from "../open-session.server.ts";

const endSession = defineCall({
  method: "POST",
  path: "user/sessions/end",
  envelope: "data",
  title: { zh: "退出设备", en: "Sign out of one of your devices or, without an ID, of all others" },
  access: member,
  aboutAccount: true,
  input: z.strictObject({ id: z.uuid().optional() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { services, principal: { accountId, sessionId }, deviceToken }) {
    // Signing a device out also removes it from the known devices.
    if (id === undefined)
      await services.database.system((tx) => endAllAccess(tx, services, accountId, { sessionId, deviceToken }));
    else {
      await services.database.system((tx) => forgetDeviceOfSession(tx, accountId, id));
      await services.sessions.revoke(accountId, id);
    }
    return { ok: true as const };
  },
});

export default endSession;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sessions/end": typeof endSession;
  }
}
