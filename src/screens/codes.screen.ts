import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "serviceCode",
  title: { zh: "激活码", en: "Activation codes" },
  menu: [{ menu: "management", group: "customers", after: "servicePackage", icon: "ticket", isSecondary: true }],
  component: "screens/codes",
});
