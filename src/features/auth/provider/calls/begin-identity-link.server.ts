import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { beginLink } from "../provider-sign-in.server.ts";

const beginIdentityLink = defineCall({
  method: "POST",
  path: "user/sso/link",
  envelope: "data",
  title: {
    zh: "关联单点登录",
    en: "Begin to link yourself to the identity provider of the space; returns its address",
  },
  access: member,
  aboutAccount: true,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({}),
  output: z.object({ url: z.string() }),
  run: (_input, context) => beginLink(context),
});

export default beginIdentityLink;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sso/link": typeof beginIdentityLink;
  }
}
