/** Validation of the sign-in form before anything is sent. */
import { describe, expect, it } from "vitest";
import { normalizeMobile } from "#kit/mobile.ts";
import { isMemberPassword } from "#kit/password.ts";
import { payPasswordProblem } from "#kit/pay-password.ts";
import { messages } from "#features/auth/form/sign-in-texts.ts";
import {
  emptyValues,
  mobileProblem,
  problemsOf,
  type SignInField,
  type SignInMode,
  type SignInValues,
} from "#features/auth/sign-in/sign-in-check.ts";

/** Valid values of every field. */
const validValues: SignInValues = {
  account: "ada",
  password: "Harbour7x",
  mobile: "13800138000",
  verifyCode: "123456",
  agreed: "1",
};
const problemsFor = (mode: SignInMode, field: SignInField, value: string, hasSentCode = true) =>
  problemsOf(mode, { ...validValues, [field]: value }, { hasSentCode });

describe("the check of the form", () => {
  it.each([
    ["B-213, B-218", "code", "mobile", "12800138000", "手机号不正确"],
    ["B-215, B-219", "password", "account", " ", "账号不能为空"],
    ["B-215, B-220", "password", "password", "", "密码不能为空"],
    ["B-215, B-221", "password", "account", "ab", "账号最少3个字符"],
    ["B-223, B-226", "reg", "mobile", "", "请输入手机号"],
    ["B-224, B-226", "reg", "verifyCode", "", "请输入验证码"],
    ["B-225, B-226", "reg", "password", "", "请输入密码"],
    ["B-228", "reg", "password", "abc12", "密码最少6位"],
    ["B-229", "code", "mobile", "", "手机号不能为空"],
    ["B-216, B-230", "code", "verifyCode", "", "验证码不能为空"],
    ["B-231, B-375", "code", "verifyCode", "12345", "不能小于6位"],
  ] as const)("%s: in the mode %s, the field %s with %j has the problem %s", (_id, mode, field, value, text) => {
    expect(problemsFor(mode, field, value)).toMatchObject({ [field]: { zh: text } });
    expect(Object.keys(problemsFor(mode, field, value))).toEqual([field]);
  });

  it("B-216, B-222: has a text of its own for a missing code when none was sent", () => {
    expect(problemsFor("code", "verifyCode", "", false)).toMatchObject({ verifyCode: { zh: "请先输入验证码" } });
  });

  it("accepts valid values and reports every empty field", () => {
    for (const mode of ["password", "code", "reg", "resetPassword"] as const)
      expect([mode, problemsOf(mode, validValues, { hasSentCode: true })]).toEqual([mode, {}]);
    expect(Object.keys(problemsOf("reg", emptyValues, { hasSentCode: false }))).toEqual([
      "mobile",
      "verifyCode",
      "password",
      "agreed",
    ]);
  });

  it("B-374: accepts as account a user name of three characters or a mobile number", () => {
    expect(problemsFor("password", "account", "ada")).toEqual({});
    expect(problemsFor("password", "account", "13800138000")).toEqual({});
  });

  it("B-355, Q-19: has the eight prescribed texts in order, in both languages", () => {
    expect(Object.values(messages).slice(0, 8)).toEqual([
      { zh: "手机号不正确", en: "The phone number is incorrect" },
      { zh: "账号不能为空", en: "The account cannot be empty" },
      { zh: "密码不能为空", en: "The password cannot be empty" },
      { zh: "账号最少3个字符", en: "The account minimum is 3 characters" },
      { zh: "请先输入验证码", en: "Please enter the verification code first" },
      { zh: "请输入手机号", en: "Please enter your phone number" },
      { zh: "请输入验证码", en: "Please enter the verification code" },
      { zh: "请输入密码", en: "Please enter password" },
    ]);
  });
});

it("B-132: requires a payment password", () => {
  expect(payPasswordProblem("", validValues.mobile)).toMatchObject({ zh: "请输入支付密码" });
});

describe("a mobile number", () => {
  it.each(["12800138000", "1380013800", "138001380001", "23800138000", "1380013800a"])("B-213: is not %s", (number) =>
    expect(mobileProblem(number)).toMatchObject({ zh: "手机号不正确" }),
  );

  it("B-185: is sent as its 11 digits, with or without +86", () => {
    for (const typed of ["+86 138 0013 8000", "0086-13800138000", "１３８００１３８０００", "13800138000"])
      expect([typed, normalizeMobile(typed)]).toEqual([typed, "13800138000"]);
  });
});

it("B-227, B-302: accepts passwords of 6 to 16 characters with at least one digit and one letter", () => {
  for (const password of ["abc123", "A1!?€ -", "密码密码密1", "a".repeat(15) + "1"])
    expect([password, isMemberPassword(password)]).toEqual([password, true]);
  for (const password of ["abc12", "abcdef", "123456", "!!!!!!1", "a".repeat(16) + "1"])
    expect([password, isMemberPassword(password)]).toEqual([password, false]);
});
