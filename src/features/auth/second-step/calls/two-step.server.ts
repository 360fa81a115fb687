import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readTwoStepState } from "../two-step.server.ts";

const twoStep = defineCall({
  method: "GET",
  path: "user/totp",
  envelope: "data",
  title: {
    zh: "查询两步验证状态",
    en: "Check whether two-step verification is on and how many recovery codes are left",
  },
  access: member,
  input: z.object({}),
  output: z.object({ isOn: z.boolean(), recoveryLeft: z.number() }),
  run: (_input, context) => readTwoStepState(context),
});

export default twoStep;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user/totp": typeof twoStep;
  }
}
