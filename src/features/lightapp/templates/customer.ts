import type { LightAppTemplate } from "../templates.ts";

export default {
  order: 1,
  name: { zh: "客户", en: "Customer" },
  intro: { zh: "公司、联系人和跟进情况", en: "Companies, contacts and where the deal stands" },
  tableName: "customer",
  definition: {
    listName: { zh: "客户", en: "Customers" },
    access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
    fields: [
      {
        field: "company",
        type: "textbox",
        name: { zh: "公司名称", en: "Company" },
        required: true,
        search: "contains",
        max: 100,
      },
      {
        field: "stage",
        type: "dropdownlist",
        name: { zh: "跟进阶段", en: "Stage" },
        required: true,
        value: "lead",
        search: "eq",
        options: [
          { key: "lead", name: { zh: "线索", en: "Lead" }, color: "azurite" },
          { key: "contacted", name: { zh: "已联系", en: "Contacted" }, color: "orpiment" },
          { key: "proposal", name: { zh: "已报价", en: "Proposal sent" }, color: "amethyst" },
          { key: "won", name: { zh: "已成交", en: "Won" }, color: "malachite" },
          { key: "lost", name: { zh: "已流失", en: "Lost" }, color: "ochre" },
        ],
      },
      {
        field: "lossReason",
        type: "textbox",
        name: { zh: "流失原因", en: "Reason for the loss" },
        max: 200,
        if: "stage=lost",
      },
      { field: "contact", type: "textbox", name: { zh: "联系人", en: "Contact" }, max: 60 },
      { field: "mobile", type: "mobile", name: { zh: "手机号", en: "Mobile number" } },
      { field: "email", type: "email", name: { zh: "邮箱", en: "Email" } },
      { field: "website", type: "url", name: { zh: "网站", en: "Website" }, isFull: true },
      { field: "nextContact", type: "date", name: { zh: "下次联系", en: "Next contact" }, column: { sortable: true } },
      { field: "notes", type: "textarea", name: { zh: "备注", en: "Notes" }, max: 2000, rows: 4 },
    ],
    titleField: "company",
    groups: [
      { name: { zh: "客户", en: "Customer" }, fields: ["company", "stage", "lossReason", "nextContact"] },
      { name: { zh: "联系方式", en: "Contact" }, fields: ["contact", "mobile", "email", "website"] },
      { name: { zh: "备注", en: "Notes" }, fields: ["notes"] },
    ],
    list: {
      columns: ["company", "stage", "contact", "mobile", "nextContact"],
      sort: { field: "createdAt", direction: "desc" },
    },
    searchable: ["company", "contact"],
  },
} satisfies LightAppTemplate;
