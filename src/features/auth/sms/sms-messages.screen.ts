import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "sms",
  paths: ["paas/sms"],
  title: { zh: "短信记录", en: "Text messages" },
  access: superAdmin,
  frame: "management",
  menu: [{ menu: "management", group: "platform", icon: "message" }],
});
