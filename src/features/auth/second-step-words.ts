import type { Text } from "#kit/text.ts";

/** What the second step of signing in says. */
export const stepWords = {
  title: { zh: "两步验证", en: "One more step" },
  enrolTitle: { zh: "设置验证器", en: "Set up an authenticator app" },
  verify: { zh: "验证并登录", en: "Verify and log in" },
  back: { zh: "返回登录", en: "Back to log in" },
  otherWay: { zh: "换一种方式：", en: "Another way:" },
  appCode: { zh: "验证器中的验证码", en: "Code from the app" },
  recoveryCode: { zh: "恢复码", en: "Recovery code" },
  codeAsked: { zh: "请输入 6 位验证码", en: "Enter the six digits" },
  recoveryAsked: { zh: "请输入恢复码", en: "Enter a recovery code" },
  scan: { zh: "用验证器扫描的二维码", en: "QR code for the authenticator app" },
  secret: { zh: "密钥", en: "Key" },
  copy: { zh: "复制密钥", en: "Copy the key" },
  copied: { zh: "已复制", en: "Copied" },
  retry: { zh: "重试", en: "Try again" },
} satisfies Record<string, Text>;

export type Method = "totp" | "sms" | "password" | "recovery" | "enrol";

/** What each way asks of the person. */
export const introOf: Record<Method, Text> = {
  totp: {
    zh: "打开手机上的验证器应用，输入其中的 6 位验证码。",
    en: "Open the authenticator app on your phone and enter the six digits it shows.",
  },
  sms: {
    zh: "请输入发送到 {mobile} 的短信验证码，以确认是您本人。",
    en: "Enter the code that we send to {mobile} to confirm that this is you.",
  },
  password: { zh: "请输入登录密码，以确认是您本人。", en: "Enter your password to confirm that this is you." },
  recovery: {
    zh: "输入一个恢复码。每个恢复码只能使用一次。",
    en: "Enter one of your recovery codes. Each works once.",
  },
  enrol: {
    zh: "平台管理员登录需要验证器。用验证器应用扫描二维码，或手动输入密钥，再输入它显示的 6 位验证码。",
    en: "Administrators of the platform sign in with an authenticator app. Scan the code with one, or type the key, then enter the six digits it shows.",
  },
};

/** What the link to each way says. */
export const wayTo: Record<Method, Text> = {
  totp: { zh: "使用验证器", en: "use the authenticator app" },
  sms: { zh: "使用短信验证码", en: "use a code by SMS" },
  password: { zh: "使用密码", en: "use the password" },
  recovery: { zh: "使用恢复码", en: "use a recovery code" },
  enrol: { zh: "设置验证器", en: "set up an authenticator app" },
};
