import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { registrationInput, signedInOutput } from "#features/auth/form/credentials-input.server.ts";
import { register, answerRepeatedRegistration } from "../sign-in.server.ts";

const userReg = defineCall({
  method: "POST",
  path: "user/reg",
  envelope: "data",
  title: { zh: "注册账号", en: "Sign up with a mobile number; creates a space" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  idempotent: { keep: ({ id }) => ({ id }), rebuild: answerRepeatedRegistration },
  input: registrationInput,
  output: signedInOutput,
  run: (input, context) => register(context, input),
});

export default userReg;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/reg": typeof userReg;
  }
}
