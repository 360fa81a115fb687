import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listPayoutAccounts, payoutAccountKinds } from "../payout-account.server.ts";

const payoutAccounts = defineCall({
  method: "GET",
  path: "paas/user/payees",
  envelope: "data",
  title: { zh: "查询提现账户", en: "List your payout accounts, masked" },
  access: member,
  aboutAccount: true,
  sensitive: true,
  input: z.object({}),
  /** See `PayoutAccount`. */
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(payoutAccountKinds),
      holder: z.string(),
      bank: z.string(),
      number: z.string(),
      heldUntil: z.string(),
      isHeld: z.boolean(),
      updatedAt: z.string(),
    }),
  ),
  run: (_input, { services, principal }) =>
    services.database.tenant(principal.tenantId, (tx) => listPayoutAccounts(tx, principal)),
});

export default payoutAccounts;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/user/payees": typeof payoutAccounts;
  }
}
