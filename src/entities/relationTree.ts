import { defineEntity } from "#kit/entity.ts";

/** A category of the space: what the API calls relation data (`dataKinds`). Categories form trees, which administrators put in order. */
const relationTree = defineEntity({
  type: "relationTree",
  name: { zh: "分类", en: "Category" },
  listName: { zh: "分类", en: "Categories" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  purpose: {
    zh: "分类是可分级的选项，例如行业、地区和产品类别。轻应用的关联字段可从中选择。",
    en: "Categories are options in levels, for example industries, areas or product lines. Relation fields of light apps choose from them.",
  },
  titleField: "name",
  tree: { parent: "parent", position: "position", code: "code" },
  referencedBy: [{ type: "relationTree", field: "parent" }],
  selectable: { field: "isDisabled", op: "ne", value: true },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：零售", en: "e.g. Retail" },
    },
    parent: {
      type: "relationtree",
      name: { zh: "上级分类", en: "Parent category" },
      entity: "relationTree",
      placeholder: { zh: "无，顶级分类", en: "None, top level" },
      column: { width: 200 },
    },
    code: {
      type: "textbox",
      name: { zh: "编码", en: "Code" },
      max: 40,
      search: "prefix",
      helpBlock: {
        zh: "供其他程序和轻应用的字段识别，可不填。",
        en: "For other programs and fields of light apps to recognise the category. Optional.",
      },
      column: { width: 160 },
    },
    isDisabled: {
      type: "switch",
      name: { zh: "停用", en: "Disabled" },
      value: false,
      search: "eq",
      column: { width: 100 },
      helpBlock: {
        zh: "停用的分类不再可选，已有数据不变。",
        en: "A disabled category can no longer be chosen. Existing records keep it.",
      },
    },
    position: { type: "textbox", name: { zh: "顺序", en: "Position" }, max: 120, readOnly: true },
  },
  groups: [{ name: { zh: "分类", en: "Category" }, fields: ["name", "parent", "code", "isDisabled"] }],
  list: { columns: ["name", "parent", "code", "isDisabled"], sort: { field: "position", direction: "asc" } },
  searchable: ["name"],
  configuration: { key: ["name"] },
  indexes: [["position"], ["parent", "position"]],
});

export default relationTree;
declare module "#kit/entity.ts" {
  interface Entities {
    relationTree: typeof relationTree;
  }
}
