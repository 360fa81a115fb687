import type { LightAppTemplate } from "../templates.ts";

export default {
  order: 3,
  name: { zh: "合同", en: "Contract" },
  intro: { zh: "编号、对方、金额和有效期", en: "Numbers, parties, amounts and terms" },
  tableName: "businessContract",
  definition: {
    listName: { zh: "合同", en: "Contracts" },
    access: {
      read: "administrator",
      add: "administrator",
      update: "administrator",
      delete: "administrator",
      export: "administrator",
    },
    fields: [
      { field: "title", type: "textbox", name: { zh: "合同名称", en: "Title" }, required: true, max: 120 },
      { field: "number", type: "textbox", name: { zh: "合同编号", en: "Number" }, required: true, max: 40 },
      { field: "party", type: "textbox", name: { zh: "对方", en: "Other party" }, required: true, max: 100 },
      {
        field: "state",
        type: "dropdownlist",
        name: { zh: "状态", en: "State" },
        required: true,
        value: "draft",
        search: "eq",
        options: [
          { key: "draft", name: { zh: "起草中", en: "Draft" }, color: "ochre" },
          { key: "signed", name: { zh: "已签署", en: "Signed" }, color: "malachite" },
          { key: "ended", name: { zh: "已结束", en: "Ended" }, color: "azurite" },
        ],
      },
      { field: "amount", type: "decimal", name: { zh: "金额", en: "Amount" }, min: 0, step: 0.01 },
      {
        field: "currency",
        type: "dropdownlist",
        name: { zh: "货币", en: "Currency" },
        dataSource: "datasource__currencies",
        value: "CNY",
      },
      { field: "signedOn", type: "date", name: { zh: "签署日期", en: "Signed on" }, if: "state=signed||ended" },
      { field: "term", type: "daterange", name: { zh: "有效期", en: "Term" } },
      { field: "files", type: "fileupload", name: { zh: "合同文件", en: "Files" }, mark: 10 },
      { field: "notes", type: "textarea", name: { zh: "备注", en: "Notes" }, max: 2000, rows: 4 },
    ],
    titleField: "title",
    groups: [
      { name: { zh: "合同", en: "Contract" }, fields: ["title", "number", "party", "state", "signedOn"] },
      { name: { zh: "金额与期限", en: "Amount and term" }, fields: ["amount", "currency", "term"] },
      { name: { zh: "文件", en: "Files" }, fields: ["files", "notes"] },
    ],
    list: {
      columns: ["title", "number", "party", "state", "amount", "term"],
      sort: { field: "createdAt", direction: "desc" },
    },
    searchable: ["title", "number", "party"],
    unique: [["number"]],
  },
} satisfies LightAppTemplate;
