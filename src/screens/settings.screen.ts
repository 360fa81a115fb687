import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "settings",
  paths: ["paas/user/setting"],
  title: { zh: "账号设置", en: "Account settings" },
  access: member,
  frame: "management",
  menu: [{ menu: "management", group: "space", after: "payout", icon: "cog" }],
});
