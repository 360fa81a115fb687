import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "lightApp",
  title: { zh: "轻应用", en: "Light apps" },
  menu: [{ menu: "management", group: "apps", icon: "blocks", isSecondary: true }],
});
