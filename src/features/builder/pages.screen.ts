import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "page",
  title: { zh: "页面", en: "Pages" },
  menu: [{ menu: "management", group: "website", after: "builder", icon: "file", isCountedOnHome: true }],
});
