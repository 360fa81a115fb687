import type { Text } from "#kit/text.ts";

/**
 * Why a provider could not be used: its address is refused, it does not answer, its metadata lack an address, it refuses the client id or secret, or
 * its answer does not pass the checks.
 */
export type ProviderFault = "refused" | "unreachable" | "incomplete" | "credentials" | "invalid";

/** The words for the administrator who tests the connection. */
export const faultTexts: Record<ProviderFault, Text> = {
  refused: {
    zh: "不能使用此地址：必须是公网可访问的 https 地址",
    en: "This address is not allowed: it must be a public https address",
  },
  unreachable: {
    zh: "无法连接身份提供方，请检查地址，或稍后重试",
    en: "The identity provider cannot be reached. Check the address, or try again later.",
  },
  incomplete: {
    zh: "此地址的配置不完整：缺少授权、令牌或密钥地址",
    en: "The configuration at this address lacks an authorization, token or key address",
  },
  credentials: {
    zh: "身份提供方拒绝了客户端 ID 或密钥",
    en: "The identity provider refused the client ID or secret",
  },
  invalid: {
    zh: "身份提供方的响应无效，请确认颁发者地址与其配置一致",
    en: "The identity provider’s answer is not valid. Check that the issuer is exactly as in its configuration.",
  },
};

/** The words for people who sign in. */
export const signInFaultText: Text = {
  zh: "身份提供方的响应未通过检查，请联系空间管理员",
  en: "The identity provider’s answer did not pass the checks. Contact your administrator.",
};

export const connectedText: Text = {
  zh: "连接正常：已找到配置，客户端 ID 和密钥有效",
  en: "Connected: the configuration was found, and the client ID and secret are accepted",
};

export const providerTexts = {
  noProvider: { zh: "此空间未启用单点登录", en: "This space does not use single sign-on" },
  expired: {
    zh: "登录已过期，或不是在此浏览器中开始的，请重新登录",
    en: "This sign-in expired or began in another browser. Start again.",
  },
  cancelled: { zh: "您取消了登录", en: "You cancelled the sign-in" },
  failed: { zh: "身份提供方未能完成登录，请重试", en: "The identity provider could not sign you in. Try again." },
  notMember: {
    zh: "您不是此空间的成员，请联系空间管理员",
    en: "You are not a member of this space. Contact your administrator.",
  },
  wrongDomain: {
    zh: "您的邮箱域名不在允许范围内，或邮箱未经验证",
    en: "Your e-mail domain is not allowed, or your address is not verified",
  },
  platformAdministrator: {
    zh: "平台管理员不能使用单点登录",
    en: "Platform administrators cannot use single sign-on",
  },
  tooMany: {
    zh: "今天新加入的成员过多，请明天再试",
    en: "Too many members were added today. Try again tomorrow.",
  },
  otherSession: {
    zh: "请在登录状态下从账号设置重新关联",
    en: "Link again from your account settings while signed in",
  },
  linkedAlready: {
    zh: "此身份或您的账号已有关联",
    en: "This identity or your account is linked already",
  },
  secretRequired: {
    zh: "请输入客户端密钥；更换颁发者后需要重新输入",
    en: "Enter the client secret; a new issuer requires it again",
  },
  domainRequired: { zh: "请至少填写一个邮箱域名", en: "Enter at least one e-mail domain" },
  domainWrong: { zh: "邮箱域名不正确，例如 example.com", en: "Enter domains such as example.com" },
  roleRequired: { zh: "请选择新成员的角色", en: "Choose the role of new members" },
} satisfies Record<string, Text>;
