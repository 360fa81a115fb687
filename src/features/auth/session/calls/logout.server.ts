import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const logout = defineCall({
  method: "POST",
  path: "user/logout",
  envelope: "data",
  title: { zh: "退出登录", en: "Sign out" },
  access: member,
  safe: "session",
  input: z.strictObject({}),
  output: z.object({ signedOut: z.literal(true) }),
  async run(_input, { principal: { accountId, sessionId }, services, setSessionCookie }) {
    await services.sessions.revoke(accountId, sessionId);
    setSessionCookie(undefined);
    return { signedOut: true as const };
  },
});

export default logout;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/logout": typeof logout;
  }
}
