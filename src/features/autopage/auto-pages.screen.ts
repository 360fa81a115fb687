import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "autoPage",
  title: { zh: "自动页面", en: "Auto pages" },
  menu: [{ menu: "management", group: "space", after: "quickAction", icon: "chart", isSecondary: true }],
});
