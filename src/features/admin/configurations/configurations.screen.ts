import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "autoConfig",
  title: { zh: "配置", en: "Configurations" },
  menu: [{ menu: "management", group: "space", after: "quickAction", icon: "sliders", isSecondary: true }],
  component: "features/admin/configurations/configurations",
});
