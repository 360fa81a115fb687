import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "reset-password",
  // The contract's address (S-050). With another key it is the form of a configuration.
  paths: ["dev/AutoConfig/Edit"],
  query: { name: "key", value: "FindLoginPasswordAutoForm" },
  title: { zh: "找回登录密码", en: "Reset your password" },
  access: anyone,
  frame: "signIn",
});
