import { closingDays } from "#kit/account-periods.ts";
import type { CallInput } from "#kit/call.ts";
import { payPasswordRule } from "#kit/pay-password.ts";
import { passwordRules } from "#kit/password.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { isCommonPassword, loadCommonPasswords } from "#ui/common-passwords.ts";
import type { DialogField } from "#render/form/form-dialog.tsx";
import { withProofOfWork } from "#client/proof-of-work.ts";
import { passwordMax } from "#features/auth/form/password-max.ts";
import type { Person } from "#client/person.ts";

const texts = {
  password: { zh: "登录密码", en: "Password" },
  newPassword: { zh: "新密码", en: "New password" },
  uncommon: { zh: "不是常见密码", en: "Not a common password" },
  codeTo: { zh: "验证码将发送至 {mobile}", en: "The code will be sent to {mobile}" },
  passwordSaved: { zh: "密码已修改，其他设备已退出登录", en: "Password changed. Other devices were signed out." },
  payPassword: { zh: "支付密码", en: "Payment password" },
  payPasswordSaved: { zh: "支付密码已设置", en: "Payment password set" },
  mobile: { zh: "手机号", en: "Mobile number" },
  oldCode: { zh: "原手机号验证码", en: "Code sent to current number" },
  newMobile: { zh: "新手机号", en: "New mobile number" },
  newCode: { zh: "新手机号验证码", en: "Code sent to new number" },
  mobileSaved: { zh: "手机号已更换", en: "Mobile number changed" },
  code: { zh: "短信验证码", en: "SMS code" },
  save: { zh: "保存", en: "Save" },
  closeAccount: { zh: "注销账号", en: "Close account" },
  closeWarning: {
    zh: "{n} 天后将删除账号及其登录方式，该手机号可重新注册；您在空间中创建的内容会保留。如果您是空间唯一的管理员，此后将无人能管理该空间。",
    en: "After {n} {n|day|days}, your account and its sign-in methods are deleted, and your number can be used to sign up again. What you created stays in the space. If you are its only administrator, nobody will be able to manage it.",
  },
  closing: { zh: "账号将于 {n} 天后注销", en: "Your account will close in {n} {n|day|days}" },
  confirmClosing: { zh: "确认注销", en: "Close my account" },
};

export type SecurityFormName = "password" | "payPassword" | "mobile" | "closeAccount";
/** One form of the security settings. `submit` resolves to the message shown after saving. */
type SecurityForm = {
  title: string;
  description?: string;
  save: string;
  isDangerous?: boolean;
  fields: DialogField[];
  submit: (values: Record<string, string>) => Promise<string>;
};
type SendCode = Extract<DialogField, { type: "code" }>["send"];

type Purpose = CallInput<"POST user/code">["purpose"];
const sendCodeFor = (purpose: Purpose) => () =>
  withProofOfWork((proof) => call("POST user/code", { purpose, ...proof }));

/** The field that confirms the person's identity: the password or, for an account without a password, an SMS code. */
export function identityField(
  { hasPassword, mobile }: Person,
  purpose: Purpose,
  t: (text: Text) => string,
): DialogField {
  return hasPassword
    ? {
        name: "oldPassword",
        label: t(texts.password),
        type: "password",
        autoComplete: "current-password",
        max: 64,
      }
    : {
        name: "verifyCode",
        label: t(texts.code),
        type: "code",
        hint: t(formatText(texts.codeTo, { mobile })),
        send: sendCodeFor(purpose),
      };
}

/** A form of the security settings, in the reader's language. */
export function securityForm(name: SecurityFormName, person: Person, t: (text: Text) => string): SecurityForm {
  const codeDestination = t(formatText(texts.codeTo, { mobile: person.mobile }));
  /** `hint`: names the number to which the code is sent. */
  const codeField = (field: string, label: Text, send: SendCode, hint?: string): DialogField => ({
    name: field,
    label: t(label),
    type: "code",
    hint,
    send,
  });
  const save = t(texts.save);
  switch (name) {
    case "password":
      // Without the list, no password counts as common here; the server checks it again.
      void loadCommonPasswords().catch(() => undefined);
      return {
        title: t(texts.password),
        save,
        fields: [
          identityField(person, "changePassword", t),
          {
            name: "password",
            label: t(texts.newPassword),
            type: "password",
            autoComplete: "new-password",
            rules: [
              ...passwordRules(person, passwordMax()).map(({ text, holds }) => ({ text: t(text), holds })),
              { text: t(texts.uncommon), holds: (password) => !isCommonPassword(password) },
            ],
            max: 64,
          },
        ],
        async submit({ password = "", ...proof }) {
          await call("POST user/password", { password, ...proof });
          return t(texts.passwordSaved);
        },
      };
    case "payPassword":
      return {
        title: t(texts.payPassword),
        save,
        fields: [
          codeField("verifyCode", texts.code, sendCodeFor("payPassword"), codeDestination),
          {
            name: "payPassword",
            label: t(texts.payPassword),
            type: "digits",
            max: 6,
            isSecret: true,
            hint: t(payPasswordRule),
          },
        ],
        async submit({ payPassword = "", verifyCode = "" }) {
          await call("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode });
          return t(texts.payPasswordSaved);
        },
      };
    case "mobile":
      return {
        title: t(texts.mobile),
        save,
        fields: [
          codeField("oldCode", texts.oldCode, sendCodeFor("oldMobile"), codeDestination),
          { name: "mobile", label: t(texts.newMobile), type: "tel", autoComplete: "tel-national", max: 20 },
          codeField("newCode", texts.newCode, ({ mobile = "" }) =>
            withProofOfWork((proof) => call("POST user/mobile/code", { mobile, ...proof })),
          ),
        ],
        async submit({ mobile = "", oldCode = "", newCode = "" }) {
          await call("POST user/mobile", { mobile, oldCode, newCode });
          return t(texts.mobileSaved);
        },
      };
    case "closeAccount":
      return {
        title: t(texts.closeAccount),
        description: t(formatText(texts.closeWarning, { n: closingDays })),
        save: t(texts.confirmClosing),
        isDangerous: true,
        fields: [codeField("verifyCode", texts.code, sendCodeFor("cancel"), codeDestination)],
        async submit({ verifyCode = "" }) {
          await call("DELETE Api/UserDetail/Cancel", { verifyCode });
          location.assign("/index");
          return t(formatText(texts.closing, { n: closingDays }));
        },
      };
  }
}
