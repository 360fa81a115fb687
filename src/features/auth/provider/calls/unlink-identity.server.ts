import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { unlinkMember } from "../identity-links.server.ts";

const unlinkIdentity = defineCall({
  method: "POST",
  path: "user/sso/unlink",
  envelope: "data",
  title: { zh: "取消关联单点登录", en: "Remove your link to the identity provider of the space" },
  access: member,
  aboutAccount: true,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.object({ ok: z.literal(true) }),
  async run(_input, context) {
    await unlinkMember(context);
    return { ok: true as const };
  },
});

export default unlinkIdentity;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sso/unlink": typeof unlinkIdentity;
  }
}
