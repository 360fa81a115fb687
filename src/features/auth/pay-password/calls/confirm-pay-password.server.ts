import { z } from "zod";
import { forbiddenText, member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { makePayTicket } from "#server/identity/pay-tickets.server.ts";
import { checkPayPassword } from "../pay-password.server.ts";

const confirm = defineCall({
  method: "POST",
  path: "Api/User/ConfirmPayPassword",
  envelope: "site",
  title: {
    zh: "确认支付密码",
    en: "Confirm one save with the payment password; the returned token is valid for that save only",
  },
  access: member,
  aboutAccount: true,
  // `body` holds the whole form to be saved.
  largeInput: true,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    /** The contract's spelling; `payPassword` is accepted, too. */
    payPassWord: z.string().max(6).optional(),
    payPassword: z.string().max(6).optional(),
    userId: z.string().max(40),
    /** The name of the form to be saved, and its values. */
    form: z.string().max(100).default(""),
    body: z.record(z.string(), z.unknown()).default({}),
  }),
  output: z.object({ ok: z.literal(true), confirmToken: z.string() }),
  async run({ payPassWord, payPassword, userId, form, body }, context) {
    // The password is always that of the signed-in person; another person's id is refused, not ignored (T-27).
    if (userId !== context.principal.accountId) throw new Problem("forbidden", forbiddenText);
    await checkPayPassword(context, payPassWord ?? payPassword ?? "");
    return {
      ok: true as const,
      confirmToken: await makePayTicket(context.services, context.principal, { form, body }),
    };
  },
});

export default confirm;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/User/ConfirmPayPassword": typeof confirm;
  }
}
