import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "enum",
  title: { zh: "选项集", en: "Option sets" },
  menu: [{ menu: "management", group: "space", after: "quickAction", icon: "list", isSecondary: true }],
});
