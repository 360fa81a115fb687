import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "marketItem",
  title: { zh: "我的市场项目", en: "My market items" },
  menu: [
    {
      menu: "management",
      group: "website",
      after: "templates",
      icon: "package",
      isSecondary: true,
    },
  ],
});
