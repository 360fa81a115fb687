import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "relationTree",
  title: { zh: "分类", en: "Categories" },
  menu: [{ menu: "management", group: "space", after: "enum", icon: "tree", isSecondary: true }],
  component: "features/admin/categories/categories",
});
