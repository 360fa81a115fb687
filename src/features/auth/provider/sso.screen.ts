import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

/** The address is also that of `redirectPath`. */
export default defineScreen({
  id: "sso",
  paths: ["user/sso"],
  title: { zh: "单点登录", en: "Single sign-on" },
  access: anyone,
  frame: "signIn",
});
