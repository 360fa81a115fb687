import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "find-password",
  paths: ["dev/AutoConfig/Edit"],
  title: { zh: "找回登录密码", en: "Reset your password" },
  access: anyone,
  frame: "plate",
});
