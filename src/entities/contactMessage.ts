import { defineEntity } from "#kit/entity.ts";
import { localeOptions } from "#kit/locale-names.ts";

/** A message from a visitor to the company (features/contact). The visitor's text is read-only; the team adds a status and a note. */
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
      readOnly: true,
      max: 50,
      search: "contains",
      column: { width: 160 },
    },
    contact: {
      type: "textbox",
      name: { zh: "联系方式", en: "Contact details" },
      required: true,
      readOnly: true,
      max: 100,
      search: "contains",
      column: { width: 200 },
    },
    message: { type: "textarea", name: { zh: "留言", en: "Message" }, required: true, readOnly: true, max: 2000 },
    /** The language of the page with the contact form. */
    locale: {
      type: "dropdownlist",
      name: { zh: "语言", en: "Language" },
      readOnly: true,
      column: { width: 100 },
      options: localeOptions,
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
        { key: "answered", name: { zh: "已回复", en: "Replied" }, color: "malachite" },
        { key: "closed", name: { zh: "已关闭", en: "Closed" }, color: "azurite" },
      ],
    },
    note: {
      type: "textarea",
      name: { zh: "内部备注", en: "Internal note" },
      max: 1000,
      rows: 3,
      helpBlock: { zh: "仅管理人员可见，访客看不到。", en: "Only your team sees this." },
    },
  },
  groups: [
    { name: { zh: "留言", en: "Enquiry" }, fields: ["name", "contact", "message", "locale"] },
    { name: { zh: "处理", en: "Handling" }, fields: ["status", "note"] },
  ],
  actions: [
    {
      kind: "request",
      id: "markReplied",
      name: { zh: "标记为已回复", en: "Mark as replied" },
      icon: "check",
      if: { field: "status", op: "ne", value: "answered" },
      set: { status: "answered" },
      done: { zh: "已标记为已回复", en: "Marked as replied" },
    },
    {
      kind: "request",
      id: "close",
      name: { zh: "关闭", en: "Close" },
      icon: "archive",
      if: { field: "status", op: "ne", value: "closed" },
      set: { status: "closed" },
      done: { zh: "已关闭", en: "Closed" },
    },
    {
      kind: "request",
      id: "reopen",
      name: { zh: "重新打开", en: "Reopen" },
      icon: "revoke",
      if: { field: "status", op: "ne", value: "new" },
      set: { status: "new" },
      done: { zh: "已重新打开", en: "Reopened" },
    },
    {
      kind: "link",
      id: "view",
      name: { zh: "查看", en: "View" },
      icon: "view",
      url: "/admin/contactMessage/edit?id={id}",
      isMain: true,
    },
  ],
  list: {
    columns: ["name", "contact", "message", "locale", "status"],
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
