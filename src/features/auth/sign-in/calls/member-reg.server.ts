import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { registrationInput, signedInOutput } from "#features/auth/form/credentials-input.server.ts";
import { register, answerRepeatedRegistration } from "../sign-in.server.ts";

const memberReg = defineCall({
  method: "POST",
  path: "Api/Member/Reg",
  envelope: "site",
  title: { zh: "注册账号", en: "Sign up with a mobile number; creates a space" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  idempotent: { keep: ({ id }) => ({ id }), rebuild: answerRepeatedRegistration },
  input: registrationInput,
  output: signedInOutput,
  run: (input, context) => register(context, input),
});

export default memberReg;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Member/Reg": typeof memberReg;
  }
}
