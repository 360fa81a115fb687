import { defineEntity } from "#kit/entity.ts";
import { maxMenuEntries, maxMenuGroups, maxMenuName, menuProblems, type StoredMenuGroup } from "#kit/menu.ts";

/**
 * A menu as administrators of the space arranged it: groups with entries. A space without a row has the menu of the program
 * (kit/menus.ts); records/describe/menus.server.ts decides what a person sees of it.
 */
const menu = defineEntity({
  type: "menu",
  name: { zh: "菜单", en: "Menu" },
  listName: { zh: "菜单", en: "Menus" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  // Its entries name the roles of the space, which only administrators may read.
  isGrantable: false,
  titleField: "menu",
  fields: {
    menu: {
      type: "textbox",
      name: { zh: "菜单", en: "Menu" },
      required: true,
      max: 40,
      helpBlock: {
        zh: "management 为管理后台的菜单，service 为服务专区的菜单，dev、design、solution 为开发、设计、解决方案的菜单，builder 为网站上模板库的菜单。",
        en: "management is the menu of the admin area, service that of Services; dev, design and solution are those of Development, Design and Solutions; builder is that of the gallery on the site.",
      },
    },
    groups: {
      type: "table",
      name: { zh: "分组", en: "Groups" },
      max: maxMenuGroups,
      fields: {
        group: {
          type: "textbox",
          name: { zh: "内置分组", en: "Built-in group" },
          max: 40,
          helpBlock: { zh: "自建分组留空。", en: "Empty for a group of your own." },
        },
        name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, max: maxMenuName },
        entries: {
          type: "table",
          name: { zh: "菜单项", en: "Entries" },
          max: maxMenuEntries,
          fields: {
            opens: {
              type: "dropdownlist",
              name: { zh: "打开", en: "Opens" },
              required: true,
              value: "screen",
              options: [
                { key: "screen", name: { zh: "功能", en: "Screen" } },
                { key: "list", name: { zh: "数据列表", en: "List" } },
                { key: "page", name: { zh: "网站页面", en: "Page of the site" } },
                { key: "configuration", name: { zh: "配置", en: "Configuration" } },
                { key: "link", name: { zh: "其他网站", en: "Another site" } },
              ],
            },
            target: { type: "textbox", name: { zh: "目标", en: "Target" }, required: true, max: 500 },
            name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, max: maxMenuName },
            icon: { type: "icon", name: { zh: "图标", en: "Icon" } },
            roles: {
              type: "relationcheckbox",
              entity: "role",
              name: { zh: "可见角色", en: "Visible to roles" },
              helpBlock: { zh: "不选则全部成员可见。", en: "Without any, every member sees it." },
            },
            isHidden: { type: "switch", name: { zh: "隐藏", en: "Hidden" } },
          },
        },
      },
    },
  },
  groups: [{ name: { zh: "菜单", en: "Menu" }, fields: ["menu", "groups"] }],
  list: { columns: ["menu"], sort: { field: "createdAt", direction: "asc" } },
  // Entries name lists and configurations by their types.
  configuration: { key: ["menu"], after: ["lightApp", "autoConfig"] },
  unique: [["menu"]],
  check: ({ groups }) => menuProblems((groups ?? []) as StoredMenuGroup[]),
});

export default menu;
declare module "#kit/entity.ts" {
  interface Entities {
    menu: typeof menu;
  }
}
