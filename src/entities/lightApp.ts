import { defineEntity } from "#kit/entity.ts";
import { maxDraftCharacters } from "#kit/light-app.ts";

/**
 * An entity that a space defines itself: its draft, and whether it is published. Publishing (records/definitions) makes it an entity of the space,
 * with a list, forms and an API.
 */
const lightApp = defineEntity({
  type: "lightApp",
  name: { zh: "轻应用", en: "Light app" },
  listName: { zh: "轻应用", en: "Light apps" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  // A definition says who may read and change its rows: a role that may change definitions could extend its own rights.
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "用轻应用管理自己的数据，例如客户、设备和合同。发布后即有列表、表单和接口。",
    en: "Use light apps for data of your own, such as customers, devices or contracts. A published one has a list, forms and an API.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
      placeholder: { zh: "例如：客户", en: "e.g. Customer" },
    },
    tableName: {
      type: "textbox",
      name: { zh: "标识", en: "Type" },
      required: true,
      max: 40,
      placeholder: { zh: "例如：customer", en: "e.g. customer" },
      helpBlock: {
        zh: "用于网址和接口，以小写字母开头，只含字母和数字。首次发布后不能修改。",
        en: "Used in addresses and the API: a lowercase letter, then letters and digits. It cannot change once published.",
      },
    },
    definition: {
      type: "json",
      name: { zh: "定义", en: "Definition" },
      required: true,
      max: maxDraftCharacters,
      rows: 24,
      helpBlock: {
        zh: "JSON 格式：字段、分组、列表和访问权限。保存的是草稿，发布后才生效。",
        en: "JSON with fields, groups, list and access. Saving keeps a draft; publishing applies it.",
      },
    },
    state: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      readOnly: true,
      value: "draft",
      search: "eq",
      options: [
        { key: "draft", name: { zh: "草稿", en: "Draft" }, color: "ochre" },
        { key: "published", name: { zh: "已发布", en: "Published" }, color: "malachite" },
        { key: "unpublished", name: { zh: "已取消发布", en: "Unpublished" }, color: "azurite" },
      ],
    },
    publishedAt: {
      type: "datepicker",
      name: { zh: "发布时间", en: "Published" },
      readOnly: true,
      whenEmpty: { zh: "从未", en: "Never" },
      column: { width: 170 },
    },
  },
  groups: [
    { name: { zh: "轻应用", en: "Light app" }, fields: ["name", "tableName"] },
    { name: { zh: "定义", en: "Definition" }, fields: ["definition"] },
  ],
  actions: [
    {
      kind: "link",
      id: "rows",
      name: { zh: "查看数据", en: "View records" },
      icon: "view",
      url: "/admin/lightApp/rows?id={id}",
      if: { field: "state", op: "eq", value: "published" },
    },
  ],
  list: {
    columns: ["name", "tableName", "state", "publishedAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name", "tableName"],
  configuration: {
    key: ["tableName"],
    // Definitions name the option sets of their fields.
    after: ["enum"],
    // And the light apps that their relations lead to.
    refersBy: "entity",
    state: { field: "state", value: "published", command: "publish" },
  },
  unique: [["tableName"]],
  whyNotDelete: [
    {
      when: { field: "state", op: "eq", value: "published" },
      text: { zh: "请先取消发布，再删除", en: "Unpublish it before you delete it" },
    },
  ],
  // The definition last: its records refer to it.
  parts: [
    { table: "record", column: "entity_id" },
    { table: "entity_definition", column: "id" },
  ],
});

export default lightApp;
declare module "#kit/entity.ts" {
  interface Entities {
    lightApp: typeof lightApp;
  }
}
