import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "marketItem",
  title: { zh: "市场项目", en: "Market items" },
  menu: [
    {
      menu: "management",
      group: "website",
      after: "templates",
      icon: "store",
      isSecondary: true,
    },
  ],
});
