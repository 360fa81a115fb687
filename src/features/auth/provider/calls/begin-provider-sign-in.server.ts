import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { signInput } from "../provider-input.server.ts";
import { beginProviderSignIn } from "../provider-sign-in.server.ts";

const beginProviderSignInCall = defineCall({
  method: "POST",
  path: "user/sso/begin",
  envelope: "data",
  title: { zh: "开始单点登录", en: "Begin to sign in through the identity provider of a space; returns its address" },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ sign: signInput.optional() }),
  output: z.object({ url: z.string() }),
  run: ({ sign }, context) => beginProviderSignIn(context, sign),
});

export default beginProviderSignInCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sso/begin": typeof beginProviderSignInCall;
  }
}
