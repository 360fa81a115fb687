import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const sessions = defineCall({
  method: "GET",
  path: "user/sessions",
  envelope: "data",
  title: { zh: "查询登录设备", en: "List your signed-in devices, most recently used first" },
  access: member,
  aboutAccount: true,
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      userAgent: z.string(),
      createdAt: z.string(),
      seenAt: z.string(),
      expiresAt: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  async run(_input, { services, principal: { accountId, sessionId } }) {
    const openSessions = await services.sessions.list(accountId);
    return openSessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  },
});

export default sessions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user/sessions": typeof sessions;
  }
}
