import { z } from "zod";
import { member } from "#kit/access.ts";
import { closingDays } from "#kit/account-periods.ts";
import { defineCall } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { codeInput } from "#features/auth/form/credentials-input.server.ts";
import { scheduleAccountClosure } from "../account-changes.server.ts";

const cancel = defineCall({
  method: "DELETE",
  path: "Api/UserDetail/Cancel",
  envelope: "site",
  title: formatText(
    { zh: "注销账号", en: "Close your account after {n} {n|day|days}, confirmed by an SMS code" },
    { n: closingDays },
  ),
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ verifyCode: codeInput }),
  output: z.literal(true),
  async run({ verifyCode }, context) {
    await scheduleAccountClosure(context, verifyCode);
    context.setSessionCookie(undefined);
    return true as const;
  },
});

export default cancel;
declare module "#kit/call.ts" {
  interface Calls {
    "DELETE Api/UserDetail/Cancel": typeof cancel;
  }
}
