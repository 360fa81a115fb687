import { z } from "zod";
import { member } from "#kit/access.ts";
import { payoutHoldHours } from "#kit/account-periods.ts";
import { defineCall } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { usePayTicket } from "#server/identity/pay-tickets.server.ts";
import { readOwnerAccount } from "#features/auth/session/owner.server.ts";
import { payoutAccountInput } from "../payout-account-input.server.ts";
import { savePayoutAccount } from "../payout-account.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";

const changedText = {
  zh: "【经纬】您的提现账户已修改，{n} 小时内暂停提现。如非本人操作，请立即联系我们。",
  en: "Meridian: your payout account was changed. Payouts are paused for {n} {n|hour|hours}. If this was not you, contact us immediately.",
};

const savePayoutAccountCall = defineCall({
  method: "POST",
  path: "paas/user/payee/save",
  envelope: "data",
  title: {
    zh: "设置提现账户",
    en: "Set a payout account, confirmed by the payment password for exactly this input",
  },
  access: member,
  aboutAccount: true,
  limit: { max: 30, windowSeconds: 60 },
  idempotent: true,
  input: payoutAccountInput,
  output: z.object({ id: z.string() }),
  async run({ confirmToken: token, ...body }, context) {
    const { principal } = context;
    const { database, pepper } = context.services;
    const { mobile: to } = await readOwnerAccount(context);
    return database.tenant(principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      await usePayTicket(tx, pepper, principal, { form: "payee", body, token });
      const { id } = await savePayoutAccount(tx, pepper, principal, body);
      await notifyOwner(tx, context, {
        to,
        key: "payeeChanged",
        text: formatText(changedText, { n: payoutHoldHours }),
      });
      return { id };
    });
  },
});

export default savePayoutAccountCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/user/payee/save": typeof savePayoutAccountCall;
  }
}
