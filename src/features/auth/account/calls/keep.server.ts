import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { cancelAccountClosure } from "../account-changes.server.ts";

const keepAccount = defineCall({
  method: "POST",
  path: "Api/UserDetail/CancelUndo",
  envelope: "site",
  title: { zh: "撤销注销", en: "Cancel the scheduled closing of your account" },
  access: member,
  aboutAccount: true,
  input: z.strictObject({}),
  output: z.literal(true),
  async run(_input, context) {
    await cancelAccountClosure(context);
    return true as const;
  },
});

export default keepAccount;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/UserDetail/CancelUndo": typeof keepAccount;
  }
}
