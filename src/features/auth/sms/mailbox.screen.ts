import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "mailbox",
  paths: ["dev/mailbox"],
  title: { zh: "开发短信箱", en: "Developer mailbox" },
  access: anyone,
  frame: "signIn",
});
