import { rowAccess } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "menu",
  paths: areas.map((area) => `${area}/menu/list`),
  title: { zh: "菜单", en: "Menus" },
  access: rowAccess("read", "menu"),
  frame: "management",
  menu: [{ menu: "management", group: "space", after: "role", icon: "menu", isSecondary: true }],
  listedEntity: "menu",
});
