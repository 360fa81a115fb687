import { isPublished, publication, publicationActions } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";

/** A text that people agree to (S-004: the user agreement is `/html?method=contract&id=2`). */
const contract = defineEntity({
  type: "contract",
  name: { zh: "协议", en: "Agreement" },
  listName: { zh: "协议", en: "Agreements" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  isLive: isPublished,
  titleField: "title",
  fields: {
    number: {
      type: "number",
      name: { zh: "编号", en: "ID" },
      required: true,
      min: 1,
      max: 9999,
      helpBlock: { zh: "地址：/html?method=contract&id=编号", en: "Address: /html?method=contract&id=ID" },
      column: { width: 90, sortable: true },
    },
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      localized: true,
      required: true,
      max: 120,
      search: "contains",
    },
    text: {
      type: "markdown",
      name: { zh: "正文", en: "Body" },
      localized: true,
      required: true,
      rows: 24,
    },
    effectiveAt: { type: "datepicker", name: { zh: "生效日期", en: "Effective date" }, column: { width: 170 } },
    status: publication,
  },
  actions: publicationActions,
  groups: [
    { name: { zh: "内容", en: "Content" }, fields: ["title", "text"] },
    { name: { zh: "发布", en: "Publishing" }, fields: ["number", "effectiveAt", "status"] },
  ],
  list: { columns: ["title", "number", "effectiveAt", "status"], sort: { field: "number", direction: "asc" } },
  indexes: [["number"]],
  searchable: ["title"],
  unique: [["number"]],
});

export default contract;
declare module "#kit/entity.ts" {
  interface Entities {
    contract: typeof contract;
  }
}
