import { defineEntity } from "#kit/entity.ts";

/**
 * The endpoint of another program, which receives the changes of rows of the space, limited to the fields that its roles may read. Deliveries are
 * signed with a secret that is shown once, when it is created.
 */
const webhook = defineEntity({
  type: "webhook",
  name: { zh: "Webhook", en: "Webhook" },
  listName: { zh: "Webhook", en: "Webhooks" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["update"],
  // A role that may change webhooks could have rows sent that its holder may not read.
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "数据发生变化时，Webhook 会通知您的程序，例如将新工单同步到 ERP。",
    en: "Webhooks tell your program when data changes, for example to copy new work orders to your ERP.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：ERP 同步", en: "e.g. ERP sync" },
    },
    address: {
      type: "endpoint",
      name: { zh: "接收地址", en: "Endpoint address" },
      required: true,
      max: 500,
      column: { width: 280 },
    },
    events: {
      type: "events",
      name: { zh: "事件", en: "Events" },
      column: { width: 120 },
    },
    roles: {
      type: "relationcheckbox",
      name: { zh: "角色", en: "Roles" },
      entity: "role",
      search: "has",
      helpBlock: {
        zh: "只推送这些角色有权查看的数据。",
        en: "Only data that these roles may view is sent.",
      },
    },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      readOnly: true,
      value: "active",
      search: "eq",
      column: { width: 170 },
      options: [
        { key: "active", name: { zh: "运行中", en: "Active" }, color: "malachite" },
        { key: "off", name: { zh: "已停用", en: "Off" }, color: "azurite" },
        { key: "failing", name: { zh: "已暂停：多次失败", en: "Paused: failing" }, color: "cinnabar" },
        { key: "revoked", name: { zh: "已暂停：创建人无权限", en: "Paused: creator lost access" }, color: "cinnabar" },
      ],
    },
    maker: { type: "textbox", name: { zh: "创建人", en: "Created by" }, readOnly: true },
    lastSentAt: {
      type: "datepicker",
      name: { zh: "最近成功", en: "Last success" },
      readOnly: true,
      whenEmpty: { zh: "从未", en: "Never" },
      column: { width: 170 },
    },
  },
  internal: {
    /** The secret that signs every delivery, encrypted. */
    secret: { type: "text" },
    /** The previous secret, encrypted. Until `previousUntil`, deliveries are signed with both secrets. */
    previousSecret: { type: "text" },
    previousUntil: { type: "timestamp" },
    makerId: { type: "uuid", references: { entity: "member" } },
    /** The request that created the webhook: repeating the request creates no second one. */
    requestId: { type: "uuid" },
  },
  groups: [
    { name: { zh: "Webhook", en: "Webhook" }, fields: ["name", "address", "status", "maker", "lastSentAt"] },
    { name: { zh: "推送内容", en: "What is sent" }, fields: ["events", "roles"] },
  ],
  actions: [
    {
      kind: "link",
      id: "deliveries",
      name: { zh: "推送记录", en: "Deliveries" },
      icon: "view",
      url: "/admin/webhook/deliveries?id={id}",
    },
  ],
  list: {
    columns: ["name", "address", "events", "roles", "status", "lastSentAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name"],
  unique: [["requestId"]],
  parts: [{ table: "webhook_delivery", column: "webhook_id" }],
});

export default webhook;
declare module "#kit/entity.ts" {
  interface Entities {
    webhook: typeof webhook;
  }
}
