import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { deletePayoutAccount } from "../payout-account.server.ts";

const deletePayoutAccountCall = defineCall({
  method: "POST",
  path: "paas/user/payee/delete",
  envelope: "data",
  title: { zh: "删除提现账户", en: "Delete one of your payout accounts" },
  access: member,
  aboutAccount: true,
  stepUp: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  run: ({ id }, { services, principal }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await deletePayoutAccount(tx, principal, id);
      return { ok: true as const };
    }),
});

export default deletePayoutAccountCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/user/payee/delete": typeof deletePayoutAccountCall;
  }
}
