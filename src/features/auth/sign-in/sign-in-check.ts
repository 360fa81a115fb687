import { isMobile, normalizeMobile } from "#kit/mobile.ts";
import { isMemberPassword } from "#kit/password.ts";
import { defaultPasswordMax } from "#kit/public-settings.ts";
import { formatText, type Text } from "#kit/text.ts";
import { labels, messages } from "#features/auth/form/sign-in-texts.ts";

/** The modes of the sign-in form. */
export type SignInMode = "password" | "code" | "reg" | "resetPassword";
export type SignInField = "account" | "password" | "mobile" | "verifyCode" | "agreed";
export type SignInValues = Record<SignInField, string>;
export type SignInProblems = Partial<Record<SignInField, Text>>;

export const emptyValues: SignInValues = { account: "", password: "", mobile: "", verifyCode: "", agreed: "" };

/** The fields of each mode, in the order of the form. */
export const fieldsOf: Record<SignInMode, readonly SignInField[]> = {
  password: ["account", "password"],
  code: ["mobile", "verifyCode"],
  reg: ["mobile", "verifyCode", "password", "agreed"],
  resetPassword: ["mobile", "verifyCode", "password"],
};

/** The problem of a phone number before a code is sent to it; undefined if there is none. */
export function mobileProblem(mobile: string, emptyText: Text = messages.mobileRequired): Text | undefined {
  if (normalizeMobile(mobile) === "") return emptyText;
  return isMobile(mobile) ? undefined : messages.mobileWrong;
}

function accountProblem(account: string): Text | undefined {
  const name = account.trim();
  if (name === "") return messages.accountEmpty;
  return [...name].length < 3 ? messages.accountShort : undefined;
}

function codeProblem(code: string, emptyText: Text): Text | undefined {
  if (code === "") return emptyText;
  return code.length < 6 ? messages.codeShort : undefined;
}

/** The rule of a new password with `max` characters at most. */
export const passwordRuleText = (max: number): Text => formatText(labels.passwordRule, { max });

/** The problem of a new password, before the server checks it. */
function newPasswordProblem(password: string, max: number): Text | undefined {
  if (password === "") return messages.passwordRequired;
  if ([...password].length < 6) return messages.passwordShort;
  return isMemberPassword(password, max) ? undefined : passwordRuleText(max);
}

/** What a check depends on besides the values. `hasSentCode`: whether this form has sent a code; `passwordMax`: the longest password. */
type CheckOptions = { hasSentCode: boolean; passwordMax?: number };

/** The problem of each field in a mode; undefined for a field without a problem. */
function fieldProblems(
  mode: SignInMode,
  { account, password, mobile, verifyCode, agreed }: SignInValues,
  { hasSentCode, passwordMax = defaultPasswordMax }: CheckOptions,
): { [F in SignInField]?: Text | undefined } {
  switch (mode) {
    case "password":
      // The server alone checks an existing password.
      return { account: accountProblem(account), password: password === "" ? messages.passwordEmpty : undefined };
    case "code":
      return {
        mobile: mobileProblem(mobile, messages.mobileEmpty),
        verifyCode: codeProblem(verifyCode, hasSentCode ? messages.codeEmpty : messages.codeFirst),
      };
    case "reg":
    case "resetPassword":
      return {
        mobile: mobileProblem(mobile),
        verifyCode: codeProblem(verifyCode, messages.codeRequired),
        password: newPasswordProblem(password, passwordMax),
        agreed: mode === "reg" && agreed === "" ? labels.agreeFirst : undefined,
      };
  }
}

/** The problems of a form, by field (B-215). */
export function problemsOf(mode: SignInMode, values: SignInValues, options: CheckOptions): SignInProblems {
  const problems = fieldProblems(mode, values, options);
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined)) as SignInProblems;
}
