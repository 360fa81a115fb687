import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "configForm",
  title: { zh: "配置表单", en: "Configuration forms" },
  menu: [{ menu: "management", group: "space", after: "autoConfig", icon: "form", isSecondary: true }],
});
