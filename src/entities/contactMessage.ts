import { defineEntity } from "#kit/entity.ts";

const contactMessage = defineEntity({
  type: "contactMessage",
  name: { zh: "留言", en: "Enquiry" },
  listName: { zh: "留言", en: "Enquiries" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  titleField: "name",
  fields: {
    name: {
      type: "textbox",
      name: { zh: "姓名", en: "Name" },
      required: true,
      max: 50,
      search: "contains",
      column: { width: 160 },
    },
    contact: {
      type: "textbox",
      name: { zh: "联系方式", en: "Contact" },
      required: true,
      max: 100,
      search: "contains",
      column: { width: 200 },
    },
    message: { type: "textarea", name: { zh: "留言", en: "Message" }, required: true, max: 2000 },
    language: {
      type: "dropdownlist",
      name: { zh: "语言", en: "Language" },
      column: { width: 100 },
      options: [
        { key: "zh", name: { zh: "中文", en: "Chinese" } },
        { key: "en", name: { zh: "英文", en: "English" } },
      ],
    },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      value: "new",
      search: "eq",
      column: { width: 120 },
      options: [
        { key: "new", name: { zh: "新留言", en: "New" }, color: "cinnabar" },
        { key: "answered", name: { zh: "已回复", en: "Answered" }, color: "malachite" },
        { key: "closed", name: { zh: "已关闭", en: "Closed" }, color: "azurite" },
      ],
    },
  },
  groups: [{ name: { zh: "留言", en: "Message" }, fields: ["name", "contact", "message", "language", "status"] }],
  list: {
    columns: ["name", "contact", "message", "language", "status"],
    sort: { field: "createdAt", direction: "desc" },
  },
  indexes: [["status"]],
  searchable: ["name", "contact", "message"],
});

export default contactMessage;
declare module "#kit/entity.ts" {
  interface Entities {
    contactMessage: typeof contactMessage;
  }
}
