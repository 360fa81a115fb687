import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "services",
  paths: ["service/index"],
  redirects: ["service"],
  title: { zh: "服务首页", en: "Services home" },
  access: member,
  frame: "management",
  menu: [
    {
      menu: "management",
      group: "overview",
      after: "paasWork",
      icon: "lifebuoy",
      name: { zh: "服务专区", en: "Services" },
    },
    { menu: "service", group: "services", icon: "lifebuoy" },
  ],
});
