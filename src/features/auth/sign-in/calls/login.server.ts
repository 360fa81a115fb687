import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { nameInput, passwordInput, signedInOutput } from "#features/auth/form/credentials-input.server.ts";
import { signInByPassword } from "../sign-in.server.ts";

const login = defineCall({
  method: "POST",
  path: "Api/Member/Login",
  envelope: "site",
  title: { zh: "用密码登录", en: "Sign in with a password" },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ ...nameInput, password: passwordInput, token: z.string().max(500).nullish() }),
  output: signedInOutput,
  run: ({ username, key, password }, context) => signInByPassword(context, username ?? key ?? "", password),
});

export default login;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Member/Login": typeof login;
  }
}
