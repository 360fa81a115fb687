import { defineEntity } from "#kit/entity.ts";
import type { Fields } from "#kit/field.ts";
import { colorProblems } from "#kit/theme-colors.ts";

const link = {
  name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
  url: { type: "url", name: { zh: "链接", en: "Link" }, required: true, max: 200 },
} satisfies Fields;

/** What holds for a tenant's whole site: its name, its menu and its tokens. Read through `records/site/site.server.ts` as a `Site`. */
const theme = defineEntity({
  type: "theme",
  name: { zh: "主题", en: "Theme" },
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "nobody" },
  stepUp: ["update"],
  isSingle: true,
  titleField: "name",
  fields: {
    name: { type: "textbox", name: { zh: "品牌名", en: "Brand name" }, localized: true, required: true, max: 40 },
    description: { type: "textarea", name: { zh: "简介", en: "Description" }, localized: true, max: 200, rows: 2 },
    defaultLanguage: {
      type: "dropdownlist",
      name: { zh: "默认语言", en: "Default language" },
      helpBlock: {
        zh: "访客未选择语言，且无法根据所在国家或浏览器判断时使用。",
        en: "Used when a visitor has not chosen a language and neither their country nor browser suggests one.",
      },
      options: [
        { key: "zh", name: { zh: "中文", en: "Chinese" } },
        { key: "en", name: { zh: "英文", en: "English" } },
      ],
    },
    menu: {
      type: "table",
      name: { zh: "产品菜单", en: "Product menu" },
      max: 8,
      fields: {
        name: { type: "textbox", name: { zh: "分组", en: "Group" }, localized: true, required: true, max: 40 },
        intro: { type: "textbox", name: { zh: "说明", en: "Description" }, localized: true, max: 120 },
        items: {
          type: "table",
          name: { zh: "产品", en: "Products" },
          max: 12,
          fields: {
            name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
            url: { type: "url", name: { zh: "链接", en: "Link" }, required: true, max: 200 },
          },
        },
      },
    },
    menuName: {
      type: "textbox",
      name: { zh: "产品菜单名称", en: "Product menu name" },
      localized: true,
      max: 30,
      placeholder: { zh: "产品与服务", en: "Products & services" },
    },
    links: {
      type: "table",
      name: { zh: "顶部导航", en: "Top navigation" },
      max: 6,
      fields: {
        ...link,
        place: {
          type: "dropdownlist",
          name: { zh: "位置", en: "Position" },
          value: "before",
          options: [
            { key: "before", name: { zh: "产品菜单之前", en: "Before the product menu" } },
            { key: "after", name: { zh: "产品菜单之后", en: "After the product menu" } },
          ],
        },
        below: {
          type: "textarea",
          name: { zh: "下级页面", en: "Pages below" },
          max: 500,
          rows: 2,
          helpBlock: {
            zh: "每行一个路径。访问这些页面时，此链接显示为当前位置。",
            en: "One path per line. On these pages this link is shown as the current one.",
          },
        },
      },
    },
    footer: {
      type: "table",
      name: { zh: "页脚栏目", en: "Footer columns" },
      max: 3,
      fields: {
        name: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 40 },
        links: { type: "table", name: { zh: "链接", en: "Links" }, max: 12, fields: link },
      },
    },
    legal: { type: "table", name: { zh: "法律链接", en: "Legal links" }, max: 6, fields: link },
    disclaimer: { type: "textarea", name: { zh: "免责声明", en: "Disclaimer" }, localized: true, max: 400, rows: 2 },
    paper: {
      type: "textbox",
      name: { zh: "纸色", en: "Paper" },
      max: 7,
      placeholder: { zh: "#f8fbf9", en: "#f8fbf9" },
    },
    ink: { type: "textbox", name: { zh: "墨色", en: "Ink" }, max: 7, placeholder: { zh: "#0d201a", en: "#0d201a" } },
    brand: {
      type: "textbox",
      name: { zh: "品牌色", en: "Brand colour" },
      max: 7,
      placeholder: { zh: "#04674b", en: "#04674b" },
    },
    seal: {
      type: "textbox",
      name: { zh: "印色", en: "Seal colour" },
      max: 7,
      placeholder: { zh: "#c83314", en: "#c83314" },
    },
    fonts: {
      type: "dropdownlist",
      name: { zh: "字体", en: "Typeface" },
      placeholder: { zh: "无衬线", en: "Sans serif" },
      options: [
        { key: "serif", name: { zh: "宋体", en: "Serif" } },
        { key: "system", name: { zh: "访客设备的系统字体", en: "Visitor’s system font" } },
      ],
    },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, max: 16 },
  },
  groups: [
    { name: { zh: "品牌", en: "Brand" }, fields: ["name", "description", "defaultLanguage"] },
    { name: { zh: "导航", en: "Navigation" }, fields: ["links", "menuName", "menu"] },
    { name: { zh: "页脚", en: "Footer" }, fields: ["footer", "legal", "disclaimer"] },
    { name: { zh: "色彩", en: "Colours" }, fields: ["paper", "ink", "brand", "seal"] },
    { name: { zh: "字体与形状", en: "Type and shape" }, fields: ["fonts", "radius"] },
  ],
  check: (row) => colorProblems(row),
  list: { columns: ["name", "description"], sort: { field: "createdAt", direction: "asc" } },
});

export default theme;
declare module "#kit/entity.ts" {
  interface Entities {
    theme: typeof theme;
  }
}
