import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "collectData",
  title: { zh: "数据视图", en: "Data views" },
  menu: [{ menu: "management", group: "apps", after: "lightApp", icon: "rows", isSecondary: true }],
});
