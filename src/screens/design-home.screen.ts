import { rowAccess } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "designHome",
  paths: ["design/index"],
  redirects: ["design"],
  title: { zh: "设计", en: "Design" },
  access: rowAccess("read", "page"),
  frame: "management",
  component: "screens/dev-home",
  menu: [
    {
      menu: "management",
      group: "website",
      after: "marketItem",
      icon: "brush",
      isSecondary: true,
    },
  ],
});
