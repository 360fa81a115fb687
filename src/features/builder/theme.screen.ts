import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "theme",
  title: { zh: "主题", en: "Theme" },
  menu: [{ menu: "management", group: "website", after: "page", icon: "palette" }],
});
