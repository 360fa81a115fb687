/** What the owner of an account is told by SMS when the way they sign in has changed. */
export const twoStepOnText = {
  zh: "【经纬】您的账号已开启两步登录。如非本人操作，请立即联系我们。",
  en: "Meridian: two-step sign-in is now on for your account. If this was not you, contact us at once.",
};
export const twoStepOffText = {
  zh: "【经纬】您的账号已关闭两步登录。如非本人操作，请立即重设密码并联系我们。",
  en: "Meridian: two-step sign-in was switched off for your account. If this was not you, set a new password and contact us at once.",
};
