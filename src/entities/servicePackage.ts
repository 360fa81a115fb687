import { optionsOf, order, publication, publicationActions } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { activationModes, unlimitedText, responseTime } from "#kit/service.ts";

/** A plan that a space offers to customers in the Services section of its site (S-044). features/service activates plans. */
const servicePackage = defineEntity({
  type: "servicePackage",
  name: { zh: "套餐", en: "Plan" },
  listName: { zh: "套餐", en: "Plans" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  stepUp: ["add", "update", "delete"],
  titleField: "name",
  fields: {
    slug: {
      type: "textbox",
      name: { zh: "标识", en: "Slug" },
      required: true,
      max: 40,
      search: "prefix",
      column: { width: 140 },
      helpBlock: {
        zh: "通过链接 /service/open?package=标识 可直接选中此套餐。",
        en: "A link to /service/open?package=slug preselects this plan.",
      },
    },
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
    },
    intro: { type: "textarea", name: { zh: "简介", en: "Summary" }, localized: true, max: 200, rows: 3 },
    price: {
      type: "textbox",
      name: { zh: "价格", en: "Price" },
      localized: true,
      required: true,
      max: 40,
      helpBlock: { zh: "展示给客户的文字，例如“免费”。", en: "Shown to customers, e.g. “Free”." },
    },
    days: {
      type: "number",
      name: { zh: "有效天数", en: "Validity (days)" },
      required: true,
      min: 1,
      max: 3650,
      column: { width: 110 },
    },
    devices: {
      type: "number",
      name: { zh: "设备数", en: "Devices" },
      min: 1,
      max: 1_000_000,
      placeholder: unlimitedText,
      whenEmpty: unlimitedText,
      helpBlock: { zh: "留空表示不限。", en: "Leave empty for unlimited." },
      column: { width: 110 },
    },
    responseHours: {
      ...responseTime,
      name: { zh: "响应时间（小时）", en: "Response time (hours)" },
      required: true,
      max: 720,
    },
    activation: {
      type: "dropdownlist",
      name: { zh: "开通方式", en: "Activation method" },
      required: true,
      value: "free",
      search: "eq",
      options: optionsOf(activationModes),
      column: { width: 200 },
    },
    status: publication,
    sortOrder: order,
  },
  actions: publicationActions,
  groups: [
    { name: { zh: "内容", en: "Content" }, fields: ["name", "intro", "price"] },
    { name: { zh: "包含内容", en: "Includes" }, fields: ["days", "devices", "responseHours"] },
    { name: { zh: "开通", en: "Activation" }, fields: ["slug", "activation", "status", "sortOrder"] },
  ],
  list: {
    columns: ["name", "slug", "activation", "days", "devices", "status", "sortOrder"],
    sort: { field: "sortOrder", direction: "asc" },
  },
  indexes: [["sortOrder"], ["status", "sortOrder"]],
  searchable: ["name"],
  unique: [["slug"]],
});

export default servicePackage;
declare module "#kit/entity.ts" {
  interface Entities {
    servicePackage: typeof servicePackage;
  }
}
