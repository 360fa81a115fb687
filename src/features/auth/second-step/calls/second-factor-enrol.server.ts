import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readAppSetup } from "../second-step.server.ts";
import { ticketInput } from "#features/auth/form/credentials-input.server.ts";

const secondFactorEnrol = defineCall({
  method: "POST",
  path: "user/secondFactor/enrol",
  envelope: "data",
  title: {
    zh: "登录要求设置验证器应用时，获取其密钥",
    en: "Get the secret to set up an authenticator app, when sign-in requires one",
  },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ticket: ticketInput }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  run: ({ ticket }, context) => readAppSetup(context, ticket),
});

export default secondFactorEnrol;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/secondFactor/enrol": typeof secondFactorEnrol;
  }
}
