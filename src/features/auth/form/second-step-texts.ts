import type { Text } from "#kit/text.ts";

/** Texts of the second step of signing in. */
export const stepTexts = {
  title: { zh: "两步验证", en: "Two-step verification" },
  enrolTitle: { zh: "设置验证器应用", en: "Set up an authenticator app" },
  verify: { zh: "验证并登录", en: "Verify and sign in" },
  back: { zh: "返回登录", en: "Back to sign-in" },
  otherWay: { zh: "其他方式：", en: "Other ways to verify:" },
  appCode: { zh: "验证器应用中的验证码", en: "Code from the app" },
  recoveryCode: { zh: "恢复码", en: "Recovery code" },
  codeRequired: { zh: "请输入 6 位验证码", en: "Enter the 6-digit code" },
  recoveryCodeRequired: { zh: "请输入恢复码", en: "Enter a recovery code" },
  scan: { zh: "用验证器应用扫描的二维码", en: "QR code for the authenticator app" },
  secret: { zh: "密钥", en: "Key" },
  copy: { zh: "复制密钥", en: "Copy key" },
  copied: { zh: "已复制", en: "Copied" },
  retry: { zh: "重试", en: "Try again" },
} satisfies Record<string, Text>;

/** The methods of a second step. `enrol`: setting up an app, for accounts that require a second step and have no other method. */
export type Method = "totp" | "sms" | "password" | "recovery" | "enrol";

/** The instruction of each method. */
export const methodIntro: Record<Method, Text> = {
  totp: {
    zh: "打开手机上的验证器应用，输入其中的 6 位验证码。",
    en: "Open the authenticator app on your phone and enter the 6-digit code.",
  },
  sms: {
    zh: "请输入发送到 {mobile} 的短信验证码，以确认是您本人。",
    en: "Enter the code sent to {mobile} to verify your identity.",
  },
  password: { zh: "请输入登录密码，以确认是您本人。", en: "Enter your password to verify your identity." },
  recovery: {
    zh: "请输入一个恢复码。每个恢复码只能使用一次。",
    en: "Enter one of your recovery codes. Each works once.",
  },
  enrol: {
    zh: "平台管理员登录须使用验证器应用。请用它扫描二维码，或手动输入密钥，再输入应用显示的 6 位验证码。",
    en: "Platform administrators sign in with an authenticator app. Scan the QR code or enter the key, then enter the 6-digit code that the app shows.",
  },
};

/** The text of the link that switches to a method. */
export const methodLink: Record<Method, Text> = {
  totp: { zh: "使用验证器应用", en: "use the authenticator app" },
  sms: { zh: "使用短信验证码", en: "use an SMS code" },
  password: { zh: "使用密码", en: "use your password" },
  recovery: { zh: "使用恢复码", en: "use a recovery code" },
  enrol: { zh: "设置验证器应用", en: "set up an authenticator app" },
};
