import { administrator } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "templates",
  paths: ["builder/templates", "design/templates"],
  title: { zh: "模板", en: "Templates" },
  access: administrator,
  frame: "management",
  menu: [{ menu: "management", group: "website", after: "theme", icon: "grid" }],
});
