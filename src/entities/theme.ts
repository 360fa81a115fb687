import { defineEntity } from "#kit/entity.ts";
import { colorProblems } from "#kit/theme-colors.ts";

/** A theme for a tenant's site; the site refers to the active one. Read through `records/site/site.server.ts` as the tokens of a `Site`. */
const theme = defineEntity({
  type: "theme",
  name: { zh: "主题", en: "Theme" },
  listName: { zh: "主题", en: "Themes" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["update"],
  referencedBy: [
    { type: "site", field: "theme" },
    { type: "page", field: "theme" },
  ],
  titleField: "name",
  fields: {
    name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
    paper: {
      type: "color",
      name: { zh: "纸色", en: "Paper" },
      placeholder: { zh: "#f8fbf9", en: "#f8fbf9" },
    },
    ink: { type: "color", name: { zh: "墨色", en: "Ink" }, placeholder: { zh: "#0d201a", en: "#0d201a" } },
    brand: {
      type: "color",
      name: { zh: "品牌色", en: "Brand colour" },
      placeholder: { zh: "#04674b", en: "#04674b" },
    },
    seal: {
      type: "color",
      name: { zh: "印色", en: "Seal colour" },
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
    { name: { zh: "主题", en: "Theme" }, fields: ["name"] },
    { name: { zh: "色彩", en: "Colours" }, fields: ["paper", "ink", "brand", "seal"] },
    { name: { zh: "字体与形状", en: "Type and shape" }, fields: ["fonts", "radius"] },
  ],
  configuration: { key: ["name"] },
  check: (row) => colorProblems(row),
  list: { columns: ["name", "brand", "fonts"], sort: { field: "createdAt", direction: "asc" } },
});

export default theme;
declare module "#kit/entity.ts" {
  interface Entities {
    theme: typeof theme;
  }
}
