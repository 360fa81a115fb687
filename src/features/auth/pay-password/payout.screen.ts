import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "payout",
  paths: ["paas/user/account"],
  title: { zh: "提现设置", en: "Payout settings" },
  access: member,
  frame: "management",
  menu: [{ menu: "management", group: "space", after: "role", icon: "card", isSecondary: true }],
});
