import type { Text } from "#kit/text.ts";

/** Labels of the sign-in dialog and page. */
export const labels = {
  signIn: { zh: "登录", en: "Sign in" },
  register: { zh: "注册", en: "Sign up" },
  byPassword: { zh: "密码登录", en: "Password" },
  byCode: { zh: "验证码登录", en: "SMS code" },
  account: { zh: "账号", en: "Account" },
  accountHint: { zh: "用户名或手机号", en: "Username or mobile number" },
  password: { zh: "密码", en: "Password" },
  newPassword: { zh: "新密码", en: "New password" },
  mobile: { zh: "手机号", en: "Mobile number" },
  code: { zh: "验证码", en: "Verification code" },
  sendCode: { zh: "获取验证码", en: "Send code" },
  sending: { zh: "发送中…", en: "Sending…" },
  seconds: { zh: "{n} 秒", en: "{n} {n|second|seconds}" },
  codeSent: { zh: "验证码已发送", en: "Code sent" },
  show: { zh: "显示密码", en: "Show password" },
  hide: { zh: "隐藏密码", en: "Hide password" },
  forgotten: { zh: "忘记密码？", en: "Forgot password?" },
  close: { zh: "关闭", en: "Close" },
  noAccount: { zh: "还没有账号？", en: "Don’t have an account?" },
  hasAccount: { zh: "已有账号？", en: "Already have an account?" },
  agree: { zh: "我已阅读并同意", en: "I have read and accept the" },
  agreement: { zh: "《用户协议》", en: "user agreement" },
  and: { zh: "和", en: "and the" },
  privacy: { zh: "《隐私政策》", en: "privacy policy" },
  agreeFirst: {
    zh: "请先阅读并同意《用户协议》和《隐私政策》",
    en: "Accept the user agreement and the privacy policy to continue",
  },
  signedIn: { zh: "登录成功", en: "Signed in" },
  registered: { zh: "注册成功", en: "Account created" },
  /** The rule of a password (B-227). */
  passwordRule: {
    zh: "6–{max} 位，数字和字母，区分大小写",
    en: "6–{max} characters, digits and letters, case sensitive",
  },
  resetIntro: {
    zh: "通过短信验证码设置新密码。设置后，其他设备将退出登录。",
    en: "Set a new password with an SMS code. Other devices will be signed out.",
  },
  savePassword: { zh: "设置新密码", en: "Set new password" },
  passwordSaved: { zh: "新密码已生效，请重新登录", en: "Password updated. Sign in again." },
  backToSignIn: { zh: "返回登录", en: "Back to sign-in" },
} satisfies Record<string, Text>;

/** Validation messages of the sign-in forms (`errorTitle1` to `errorTitle8` of the requirements, Q-19). */
export const messages = {
  mobileWrong: { zh: "手机号不正确", en: "The phone number is incorrect" },
  accountEmpty: { zh: "账号不能为空", en: "The account cannot be empty" },
  passwordEmpty: { zh: "密码不能为空", en: "The password cannot be empty" },
  accountShort: { zh: "账号最少3个字符", en: "The account minimum is 3 characters" },
  codeFirst: { zh: "请先输入验证码", en: "Please enter the verification code first" },
  mobileRequired: { zh: "请输入手机号", en: "Please enter your phone number" },
  codeRequired: { zh: "请输入验证码", en: "Please enter the verification code" },
  passwordRequired: { zh: "请输入密码", en: "Please enter password" },
  passwordShort: { zh: "密码最少6位", en: "The password minimum is six digits" },
  mobileEmpty: { zh: "手机号不能为空", en: "Mobile number cannot be empty" },
  codeEmpty: { zh: "验证码不能为空", en: "The verification code cannot be empty" },
  codeShort: { zh: "不能小于6位", en: "Cannot be less than 6 digits" },
} satisfies Record<string, Text>;
