import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { workStates } from "#kit/work.ts";

/** A work order (spec section 2, /paas/paasWork): filed by a member, handled by the space's administrators (features/workorder). */
const paasWork = defineEntity({
  type: "paasWork",
  name: { zh: "工单", en: "Work order" },
  listName: { zh: "工单", en: "Work orders" },
  access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
  titleField: "title",
  owner: "memberId",
  ownRowsBelow: "administrator",
  isFrozen: ({ status }) => status === "closed" || status === "cancelled",
  links: [{ name: { zh: "详情", en: "Details" }, url: "/admin/paasWork/details?id={id}", isMain: true }],
  fields: {
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      required: true,
      max: 100,
      search: "contains",
      placeholder: { zh: "一句话说明问题", en: "The matter in one line" },
    },
    kind: {
      type: "dropdownlist",
      name: { zh: "类型", en: "Kind" },
      required: true,
      value: "fault",
      search: "eq",
      column: { width: 120 },
      options: [
        { key: "fault", name: { zh: "设备故障", en: "Fault" } },
        { key: "maintenance", name: { zh: "维护保养", en: "Maintenance" } },
        { key: "question", name: { zh: "使用咨询", en: "Question" } },
        { key: "complaint", name: { zh: "投诉建议", en: "Complaint" } },
      ],
    },
    priority: {
      type: "dropdownlist",
      name: { zh: "优先级", en: "Priority" },
      required: true,
      value: "normal",
      search: "eq",
      column: { width: 110 },
      options: [
        { key: "normal", name: { zh: "普通", en: "Normal" }, color: "azurite" },
        { key: "urgent", name: { zh: "紧急", en: "Urgent" }, color: "cinnabar" },
      ],
    },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      value: "new",
      search: "eq",
      column: { width: 130 },
      options: optionsOf(workStates),
    },
    device: {
      type: "textbox",
      name: { zh: "设备编号", en: "Device" },
      max: 60,
      search: "contains",
      column: { width: 150 },
    },
    description: {
      type: "textarea",
      name: { zh: "说明", en: "Description" },
      required: true,
      max: 2000,
      rows: 6,
      helpBlock: {
        zh: "什么时候开始的，怎样能再现，有什么影响。",
        en: "Since when, how it shows, and what it affects.",
      },
    },
    picture: { type: "image", name: { zh: "图片", en: "Picture" } },
    memberId: { type: "hidden", name: { zh: "提交人", en: "Filed by" } },
  },
  groups: [
    { name: { zh: "问题", en: "The matter" }, fields: ["title", "kind", "priority", "device"] },
    { name: { zh: "说明", en: "Description" }, fields: ["description", "picture"] },
  ],
  list: {
    columns: ["title", "kind", "priority", "device", "status"],
    sort: { field: "createdAt", direction: "desc" },
  },
  indexes: [["status"], ["memberId"]],
  searchable: ["title", "device", "description"],
});

export default paasWork;
declare module "#kit/entity.ts" {
  interface Entities {
    paasWork: typeof paasWork;
  }
}
