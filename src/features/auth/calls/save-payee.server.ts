import { z } from "zod";
import { member, type UserPrincipal } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { onceOnly } from "#server/once.server.ts";
import { readOwn } from "../own-account.server.ts";
import { usePayTicket } from "../pay-password.server.ts";
import { payeeInput } from "../payee-input.server.ts";
import { savePayee } from "../payee.server.ts";
import { tellOwner } from "#server/tell.server.ts";

const text = {
  zh: "【经纬】您的收款账户已修改，24 小时内不会付款。如非本人操作，请立即联系我们。",
  en: "Meridian: where you are paid was changed; nothing is paid out for 24 hours. If this was not you, contact us at once.",
};

const savePayeeCall = defineCall({
  method: "POST",
  path: "paas/user/payee/save",
  envelope: "data",
  title: {
    zh: "设置收款账户",
    en: "Set where one's earnings are paid to; needs the pay password's confirmation of exactly this",
  },
  access: member,
  limit: { max: 30, windowSeconds: 60 },
  idempotent: true,
  input: payeeInput,
  output: z.object({ id: z.string() }),
  async run({ confirmToken: token, ...body }, context) {
    const who = context.who as UserPrincipal;
    const { database, pepper } = context.services;
    const { mobile: to } = await readOwn(context.services, who);
    return database.tenant(who.tenantId, async (tx) => {
      await onceOnly(tx);
      await usePayTicket(tx, pepper, who, { form: "payee", body, token });
      const { id } = await savePayee(tx, pepper, who, body);
      await tellOwner(tx, context, { to, key: "payeeChanged", text });
      return { id };
    });
  },
});

export default savePayeeCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/user/payee/save": typeof savePayeeCall;
  }
}
