import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "theme",
  title: { zh: "主题", en: "Themes" },
  menu: [{ menu: "management", group: "website", after: "site", icon: "palette" }],
});
