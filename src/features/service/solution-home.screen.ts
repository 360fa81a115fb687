import { rowAccess } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "solutionHome",
  paths: ["solution/index"],
  title: { zh: "解决方案", en: "Solutions" },
  access: rowAccess("read", "servicePackage"),
  frame: "management",
  component: "screens/dev-home",
  menu: [
    {
      menu: "management",
      group: "customers",
      after: "serviceOrder",
      icon: "building",
      isSecondary: true,
    },
  ],
});
