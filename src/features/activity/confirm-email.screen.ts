import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "confirmEmail",
  paths: ["paas/user/email"],
  title: { zh: "确认通知邮箱", en: "Confirm email address" },
  access: member,
  frame: "management",
});
