import type { Text } from "./text.ts";

/** The prompt for the pay password, in the contract's wording (B-132). */
export const payPasswordRequired: Text = { zh: "请输入支付密码", en: "Enter the payment password" };
export const payPasswordRule: Text = { zh: "支付密码为 6 位数字", en: "The payment password is six digits" };
export const payPasswordWeak: Text = {
  zh: "支付密码过于简单：不能是重复或连续的数字、日期或手机号的一部分",
  en: "Too easy to guess. Avoid repeated or consecutive digits, dates and parts of your mobile number.",
};

const ascending = "01234567890123456789";
const descending = [...ascending].toReversed().join("");
/** yymmdd and ddmmyy. */
const date = /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d$/;

/** The problem with a new pay password; undefined if there is none. */
export function payPasswordProblem(digits: string, mobile: string): Text | undefined {
  if (digits === "") return payPasswordRequired;
  if (!/^\d{6}$/.test(digits)) return payPasswordRule;
  const isRepeated = /^(\d{1,3})\1+$/.test(digits);
  const isEasy = isRepeated || ascending.includes(digits) || descending.includes(digits) || date.test(digits);
  return isEasy || mobile.includes(digits) ? payPasswordWeak : undefined;
}
