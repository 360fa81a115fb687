import { defineEntity } from "#kit/entity.ts";
import { iconNamePattern } from "#kit/icon.ts";

const wrongName = {
  zh: "只使用小写字母、数字和单个连字符，例如 water-meter",
  en: "Use lower-case letters, digits and single hyphens, for example water-meter",
};

/**
 * An icon of the space, which people choose like those of the program (ui/icon-set.ts). One with the name of an icon of the program replaces it in the
 * space. Fields, menus and pages store `name`.
 */
const icon = defineEntity({
  type: "icon",
  name: { zh: "图标", en: "Icon" },
  listName: { zh: "图标", en: "Icons" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  purpose: {
    zh: "您添加的图标与内置图标一起出现在图标选择器中，可用于菜单、自动页面和图标字段。",
    en: "Icons that you add are offered beside the built-in ones, for menus, auto pages and icon fields.",
  },
  titleField: "title",
  fields: {
    drawing: {
      type: "svg",
      name: { zh: "图形", en: "Drawing" },
      required: true,
      column: { width: 80 },
      helpBlock: {
        zh: "选择 SVG 文件，或粘贴其内容。图标以文字颜色显示，深色模式下同样清晰；脚本、链接和外部内容不被接受。",
        en: "Choose an SVG file or paste its content. An icon has the colour of the text around it, in dark mode too. Scripts, links and external content are refused.",
      },
    },
    title: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
      placeholder: { zh: "水表", en: "Water meter" },
    },
    name: {
      type: "identifier",
      name: { zh: "标识", en: "Identifier" },
      required: true,
      writeOnce: true,
      search: "prefix",
      placeholder: { zh: "water-meter", en: "water-meter" },
      helpBlock: {
        zh: "数据和菜单存储的值，保存后不能修改。与内置图标同名时，在本空间代替内置图标。",
        en: "What records and menus store. You cannot change it later. With the name of a built-in icon, it replaces that icon in this space.",
      },
      column: { width: 220, sortable: true },
    },
    words: {
      type: "textbox",
      name: { zh: "搜索词", en: "Search words" },
      max: 100,
      placeholder: { zh: "仪表 计量 meter", en: "meter gauge 仪表" },
      helpBlock: {
        zh: "除名称外，还可用这些词找到图标。",
        en: "The icon is found by these words as well as by its names.",
      },
    },
  },
  groups: [{ name: { zh: "图标", en: "Icon" }, fields: ["drawing", "title", "name", "words"] }],
  list: { columns: ["drawing", "title", "name", "words"], sort: { field: "name", direction: "asc" } },
  searchable: ["title"],
  configuration: { key: ["name"] },
  unique: [["name"]],
  indexes: [["name"]],
  check: ({ name }) =>
    typeof name === "string" && name !== "" && !iconNamePattern.test(name) ? { name: wrongName } : {},
});

export default icon;
declare module "#kit/entity.ts" {
  interface Entities {
    icon: typeof icon;
  }
}
