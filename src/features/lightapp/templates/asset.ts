import type { LightAppTemplate } from "../templates.ts";

export default {
  order: 5,
  name: { zh: "资产台账", en: "Asset ledger" },
  intro: { zh: "编号、类别、原值和使用人", en: "Numbers, kinds, values and who uses them" },
  tableName: "asset",
  definition: {
    listName: { zh: "资产", en: "Assets" },
    access: {
      read: "member",
      add: "administrator",
      update: "administrator",
      delete: "administrator",
      export: "administrator",
    },
    fields: [
      {
        field: "name",
        type: "textbox",
        name: { zh: "资产名称", en: "Name" },
        required: true,
        search: "contains",
        max: 100,
      },
      {
        field: "number",
        type: "textbox",
        name: { zh: "资产编号", en: "Number" },
        required: true,
        search: "contains",
        max: 40,
      },
      {
        field: "kind",
        type: "dropdownlist",
        name: { zh: "类别", en: "Kind" },
        search: "eq",
        options: [
          { key: "equipment", name: { zh: "设备", en: "Equipment" }, color: "azurite" },
          { key: "furniture", name: { zh: "家具", en: "Furniture" }, color: "ochre" },
          { key: "vehicle", name: { zh: "车辆", en: "Vehicle" }, color: "malachite" },
          { key: "software", name: { zh: "软件", en: "Software" }, color: "amethyst" },
        ],
      },
      { field: "user", type: "textbox", name: { zh: "使用人", en: "Used by" }, max: 60 },
      { field: "boughtOn", type: "date", name: { zh: "购置日期", en: "Bought on" }, column: { sortable: true } },
      { field: "price", type: "decimal", name: { zh: "单价", en: "Unit price" }, min: 0, step: 0.01 },
      { field: "quantity", type: "number", name: { zh: "数量", en: "Quantity" }, min: 1, value: 1 },
      { field: "total", type: "decimal", name: { zh: "原值", en: "Total value" }, compute: "price * quantity" },
      { field: "inUse", type: "switch", name: { zh: "在用", en: "In use" }, value: true, search: "eq" },
      { field: "picture", type: "image", name: { zh: "照片", en: "Photo" } },
    ],
    titleField: "name",
    groups: [
      { name: { zh: "资产", en: "Asset" }, fields: ["name", "number", "kind", "user", "inUse"] },
      { name: { zh: "购置", en: "Purchase" }, fields: ["boughtOn", "price", "quantity", "total"] },
      { name: { zh: "照片", en: "Photo" }, fields: ["picture"] },
    ],
    list: {
      columns: ["name", "number", "kind", "user", "total", "inUse"],
      sort: { field: "createdAt", direction: "desc" },
    },
    searchable: ["name", "number", "user"],
    unique: [["number"]],
  },
} satisfies LightAppTemplate;
