import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "icon",
  title: { zh: "图标", en: "Icons" },
  menu: [{ menu: "management", group: "space", after: "enum", icon: "shapes", isSecondary: true }],
});
