import { z } from "zod";
import { member, type UserPrincipal } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const logout = defineCall({
  method: "POST",
  path: "user/logout",
  envelope: "data",
  title: { zh: "退出登录", en: "Sign out" },
  access: member,
  input: z.strictObject({}),
  output: z.object({ signedOut: z.literal(true) }),
  async run(_input, { who, services, setSessionCookie }) {
    const { accountId, sessionId } = who as UserPrincipal;
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
