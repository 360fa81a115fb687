import { rowAccess } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "themeEditor",
  paths: ["builder/theme/:themeId"],
  title: { zh: "主题设计", en: "Theme editor" },
  access: rowAccess("update", "theme"),
  frame: "builder",
});
