import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "site",
  title: { zh: "网站信息", en: "Website details" },
  menu: [{ menu: "management", group: "website", after: "page", icon: "globe" }],
});
