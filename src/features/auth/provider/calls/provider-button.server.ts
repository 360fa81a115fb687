import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readButton } from "../provider-sign-in.server.ts";
import { signInput } from "../provider-input.server.ts";

const providerButton = defineCall({
  method: "GET",
  path: "user/sso/button",
  envelope: "data",
  title: { zh: "查询单点登录按钮", en: "Get the single sign-on button of a space; null if it has none" },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  input: z.strictObject({ sign: signInput.optional() }),
  output: z.object({ name: z.object({ zh: z.string(), en: z.string() }) }).nullable(),
  run: ({ sign }, context) => readButton(context, sign),
});

export default providerButton;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user/sso/button": typeof providerButton;
  }
}
