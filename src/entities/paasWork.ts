import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { responseTime } from "#kit/service.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { finalStates, workStates } from "#kit/work.ts";

const texts = {
  inProgress: {
    zh: "工单尚未结束，请先完成或取消工单",
    en: "This work order is still open. Complete or cancel it first.",
  },
};
/** An order that also exists in another space has the name of that space in `party`. */
const isShared: RowCondition = { field: "party", op: "empty", value: false };

/**
 * A work order (S-035), filed by a member and handled by the space's administrators or by the provider of a plan. An order for a provider has two
 * rows, one in each space (docs/decisions/020-work-orders-of-two-spaces.md).
 */
const paasWork = defineEntity({
  type: "paasWork",
  name: { zh: "工单", en: "Work order" },
  listName: { zh: "工单", en: "Work orders" },
  hasAddHook: true,
  access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
  titleField: "title",
  owner: "memberId",
  ownRowsBelow: "administrator",
  parts: [{ table: "work_message", column: "work_id" }],
  // An order that was sent to another space cannot be edited; additions are sent as messages.
  isFrozen: { or: [{ field: "status", op: "in", value: [...finalStates] }, isShared] },
  whyNotDelete: [
    {
      when: {
        and: [isShared, ...finalStates.map((state): RowCondition => ({ field: "status", op: "ne", value: state }))],
      },
      text: texts.inProgress,
    },
  ],
  addWord: { zh: "提交", en: "Submit" },
  actions: [
    {
      kind: "link",
      id: "details",
      name: { zh: "详情", en: "Details" },
      icon: "view",
      url: "/admin/paasWork/details?id={id}",
      isMain: true,
    },
  ],
  fields: {
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      required: true,
      max: 100,
      search: "contains",
      placeholder: { zh: "一句话说明问题", en: "Summarise the issue in one line" },
    },
    kind: {
      type: "dropdownlist",
      name: { zh: "类型", en: "Type" },
      required: true,
      value: "fault",
      search: "eq",
      column: { width: 120 },
      options: [
        { key: "fault", name: { zh: "设备故障", en: "Fault" } },
        { key: "maintenance", name: { zh: "维护保养", en: "Maintenance" } },
        { key: "question", name: { zh: "使用咨询", en: "Question" } },
        { key: "complaint", name: { zh: "投诉建议", en: "Complaint or suggestion" } },
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
      name: { zh: "设备编号", en: "Device ID" },
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
        zh: "问题何时出现、如何复现、有什么影响。",
        en: "When it started, how to reproduce it and what it affects.",
      },
    },
    picture: { type: "image", name: { zh: "图片", en: "Image" } },
    openingId: {
      type: "relation",
      name: { zh: "套餐", en: "Plan" },
      entity: "serviceOpening",
      // An order is sent to the provider only when it is filed.
      writeOnce: true,
      placeholder: { zh: "不使用套餐", en: "No plan" },
      whenEmpty: { zh: "不使用套餐", en: "No plan" },
      helpBlock: {
        zh: "选择套餐后，工单由该套餐的服务方处理；不选则由本空间的管理员处理。",
        en: "With a plan, its provider handles the work order. Without one, the administrators of your space do.",
      },
    },
    party: {
      type: "textbox",
      name: { zh: "客户 / 服务方", en: "Customer / provider" },
      localized: true,
      readOnly: true,
      search: "contains",
      whenEmpty: { zh: "本空间", en: "Your space" },
      column: { width: 170 },
    },
    packageName: {
      type: "textbox",
      name: { zh: "套餐", en: "Plan" },
      localized: true,
      readOnly: true,
      column: { width: 150 },
    },
    responseHours: { ...responseTime, name: { zh: "承诺响应", en: "Promised response" } },
    // Null after the first response, so that sorting by it separates the orders that still need one.
    dueAt: {
      type: "deadline",
      name: { zh: "剩余响应时间", en: "Time to respond" },
      column: { width: 150, sortable: true },
    },
    answeredAt: { type: "datepicker", name: { zh: "首次响应时间", en: "First response" } },
    filer: { type: "textbox", name: { zh: "提交人", en: "Submitted by" }, readOnly: true },
  },
  internal: {
    memberId: { type: "uuid", references: { entity: "member" } },
    /** The space with the other row of the same order. */
    counterpartTenantId: { type: "uuid" },
    /** The other row of the same order. */
    counterpartId: {
      type: "uuid",
      references: { entity: "paasWork", tenant: "counterpartTenantId" },
      // The two rows reference each other.
      deferred: true,
    },
  },
  groups: [
    { name: { zh: "问题", en: "Issue" }, fields: ["title", "openingId", "kind", "priority", "device"] },
    { name: { zh: "详情", en: "Details" }, fields: ["description", "picture"] },
  ],
  list: {
    columns: ["title", "priority", "status", "party", "packageName", "responseHours", "dueAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  indexes: [["status"], ["memberId"], ["dueAt"]],
  searchable: ["title", "device", "description", "party"],
});

export default paasWork;
declare module "#kit/entity.ts" {
  interface Entities {
    paasWork: typeof paasWork;
  }
}
