import type { Text } from "#kit/text.ts";

/** Texts of single sign-on, on the sign-in pages. */
export const ssoTexts = {
  title: { zh: "单点登录", en: "Single sign-on" },
  other: { zh: "使用单点登录", en: "Use single sign-on" },
  button: { zh: "使用“{name}”登录", en: "Sign in with {name}" },
  intro: {
    zh: "输入所在空间的编码，前往其身份提供方登录。",
    en: "Enter the sign of your space to go to its identity provider.",
  },
  sign: { zh: "空间编码", en: "Sign of the space" },
  signHint: { zh: "站点地址中的编码，例如 acme", en: "The code in your site’s address, such as acme" },
  signEmpty: { zh: "请输入空间编码", en: "Enter the sign of your space" },
  next: { zh: "继续", en: "Continue" },
  finishing: { zh: "正在登录…", en: "Signing in…" },
  linked: { zh: "已关联单点登录", en: "Single sign-on linked" },
  failed: { zh: "单点登录未完成", en: "Single sign-on was not completed" },
} satisfies Record<string, Text>;
