import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "paasWork",
  title: { zh: "工单", en: "Work orders" },
  menu: [
    { menu: "management", group: "overview", after: "home", icon: "clipboard", isCountedOnHome: true },
    { menu: "service", group: "services", after: "open-package", icon: "clipboard" },
  ],
});
