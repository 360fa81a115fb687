import { z } from "zod";
import { refusal } from "#kit/refusal.ts";
import { payoutAccountKinds } from "./payout-account.server.ts";

/** The input of a payout account. `confirmToken`: from `POST Api/User/ConfirmPayPassword`. */
export const payoutAccountInput = z
  .strictObject({
    kind: z.enum(payoutAccountKinds),
    holder: z.string().trim().min(1).max(50),
    bank: z.string().trim().max(60).default(""),
    number: z.string().trim().min(4).max(60),
    confirmToken: z.string().max(100).optional(),
  })
  .refine(({ kind, bank }) => kind !== "bank" || bank !== "", {
    path: ["bank"],
    ...refusal({ zh: "请输入开户银行", en: "Enter the bank" }),
  })
  .refine(({ kind, number }) => kind !== "bank" || /^\d{12,19}$/.test(number), {
    path: ["number"],
    ...refusal({ zh: "银行卡号为 12–19 位数字", en: "A card number has 12–19 digits" }),
  });
