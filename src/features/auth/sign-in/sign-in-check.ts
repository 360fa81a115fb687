import { isMemberPassword, mobilePattern, normalizeMobile } from "#kit/mobile.ts";
import type { Text } from "#kit/text.ts";
import { labels, messages } from "#features/auth/form/sign-in-texts.ts";

/** The sign-in modes, and resetting a password. */
export type SignInMode = "password" | "code" | "reg" | "findPassword";
export type SignInField = "account" | "password" | "mobile" | "verifyCode" | "agreed";
export type SignInValues = Record<SignInField, string>;
export type SignInProblems = Partial<Record<SignInField, Text>>;

export const emptyValues: SignInValues = { account: "", password: "", mobile: "", verifyCode: "", agreed: "" };

/** The fields of each mode, in the order of the form. */
export const fieldsOf: Record<SignInMode, readonly SignInField[]> = {
  password: ["account", "password"],
  code: ["mobile", "verifyCode"],
  reg: ["mobile", "verifyCode", "password", "agreed"],
  findPassword: ["mobile", "verifyCode", "password"],
};

/** The problem of a phone number before a code is sent to it; undefined if there is none. */
export function mobileProblem(mobile: string, whenEmpty: Text = messages.mobileAsked): Text | undefined {
  const number = normalizeMobile(mobile);
  if (number === "") return whenEmpty;
  return mobilePattern.test(number) ? undefined : messages.mobileWrong;
}

function accountProblem(account: string): Text | undefined {
  const name = account.trim();
  if (name === "") return messages.accountEmpty;
  return [...name].length < 3 ? messages.accountShort : undefined;
}

function codeProblem(code: string, whenEmpty: Text): Text | undefined {
  if (code === "") return whenEmpty;
  return code.length < 6 ? messages.codeShort : undefined;
}

/** The problem of a new password; an existing one is checked by the server alone. */
function newPasswordProblem(password: string): Text | undefined {
  if (password === "") return messages.passwordAsked;
  if ([...password].length < 6) return messages.passwordShort;
  return isMemberPassword(password) ? undefined : labels.passwordRule;
}

/** The problems of a form, by field (B-215). `codeWasSent`: whether this person has asked for a code here. */
export function problemsOf(mode: SignInMode, values: SignInValues, codeWasSent: boolean): SignInProblems {
  const { account, password, mobile, verifyCode, agreed } = values;
  const all: { [F in SignInField]?: Text | undefined } =
    mode === "password"
      ? { account: accountProblem(account), password: password === "" ? messages.passwordEmpty : undefined }
      : mode === "code"
        ? {
            mobile: mobileProblem(mobile, messages.mobileEmpty),
            verifyCode: codeProblem(verifyCode, codeWasSent ? messages.codeEmpty : messages.codeFirst),
          }
        : {
            mobile: mobileProblem(mobile),
            verifyCode: codeProblem(verifyCode, messages.codeAsked),
            password: newPasswordProblem(password),
            agreed: mode === "reg" && agreed === "" ? labels.agreeFirst : undefined,
          };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)) as SignInProblems;
}
