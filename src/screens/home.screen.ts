import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "home",
  paths: ["paas/index"],
  redirects: ["paas", "user/index"],
  title: { zh: "管理首页", en: "Admin home" },
  access: member,
  frame: "management",
  menu: [
    { menu: "management", group: "overview", icon: "home" },
    { menu: "service", group: "management", icon: "home" },
  ],
});
