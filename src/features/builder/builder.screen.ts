import { rowAccess } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "builder",
  paths: ["builder/:pageId?"],
  title: { zh: "页面设计", en: "Page builder" },
  access: rowAccess("editContent", "page"),
  frame: "builder",
  menu: [{ menu: "management", group: "website", icon: "template" }],
  first: "page",
});
