import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "placeHolderVar",
  title: { zh: "变量", en: "Variables" },
  menu: [{ menu: "management", group: "space", after: "icon", icon: "braces", isSecondary: true }],
});
