import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { finishProviderSignIn } from "../provider-sign-in.server.ts";

const finishProviderSignInCall = defineCall({
  method: "POST",
  path: "user/sso/finish",
  envelope: "data",
  title: {
    zh: "完成单点登录",
    en: "Complete signing in or linking, with what the identity provider added to the address",
  },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(4000).optional(),
    iss: z.string().max(500).optional(),
    error: z.string().max(200).optional(),
  }),
  output: z.object({ isLink: z.boolean(), token: z.string().nullable() }),
  run: (input, context) => finishProviderSignIn(context, input),
});

export default finishProviderSignInCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/sso/finish": typeof finishProviderSignInCall;
  }
}
