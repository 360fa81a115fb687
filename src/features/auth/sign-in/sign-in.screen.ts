import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "sign-in",
  paths: ["user/login", "user/register", "views/user/login", "user/sso"],
  redirects: ["login"],
  title: { zh: "登录", en: "Sign in" },
  access: anyone,
  frame: "signIn",
});
