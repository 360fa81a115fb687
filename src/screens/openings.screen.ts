import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "serviceOpening",
  title: { zh: "我的套餐", en: "My plans" },
  menu: [{ menu: "service", group: "services", after: "services", icon: "package" }],
  component: "screens/openings",
});
