import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "servicePackage",
  title: { zh: "套餐", en: "Plans" },
  menu: [{ menu: "management", group: "customers", icon: "package", isSecondary: true }],
});
