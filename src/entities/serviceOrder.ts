import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { activationModes, unlimitedText, activationPeriod, responseTime } from "#kit/service.ts";

/** An activation in the provider's space: a customer activated or extended a plan. Written by features/service. */
const serviceOrder = defineEntity({
  type: "serviceOrder",
  name: { zh: "开通订单", en: "Activation" },
  listName: { zh: "开通订单", en: "Activations" },
  access: { read: "administrator", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  titleField: "customer",
  fields: {
    customer: {
      type: "textbox",
      name: { zh: "客户", en: "Customer" },
      localized: true,
      readOnly: true,
      search: "contains",
    },
    person: {
      type: "textbox",
      name: { zh: "经办人", en: "Activated by" },
      readOnly: true,
      search: "contains",
      column: { width: 140 },
    },
    packageName: { type: "textbox", name: { zh: "套餐", en: "Plan" }, localized: true, readOnly: true },
    packageId: { type: "relation", name: { zh: "套餐", en: "Plan" }, entity: "servicePackage", search: "eq" },
    source: {
      type: "dropdownlist",
      name: { zh: "开通方式", en: "Activation method" },
      required: true,
      value: "free",
      search: "eq",
      options: optionsOf(activationModes),
      column: { width: 200 },
    },
    ending: {
      type: "textbox",
      name: { zh: "激活码末四位", en: "Code (last four)" },
      readOnly: true,
      search: "eq",
      column: { width: 120 },
    },
    ...activationPeriod,
    devices: { type: "number", name: { zh: "设备数", en: "Devices" }, min: 1, whenEmpty: unlimitedText },
    responseHours: { ...responseTime, required: true },
  },
  internal: {
    /** The customer's space. */
    customerId: { type: "uuid", references: { table: "tenant" } },
    /** The id that the customer's browser created for the request. */
    requestId: { type: "uuid" },
  },
  groups: [
    {
      name: { zh: "开通订单", en: "Activation" },
      fields: [
        "customer",
        "person",
        "packageName",
        "source",
        "ending",
        "openedAt",
        "endsAt",
        "devices",
        "responseHours",
      ],
    },
  ],
  list: {
    columns: ["customer", "person", "packageName", "source", "ending", "openedAt", "endsAt"],
    sort: { field: "openedAt", direction: "desc" },
  },
  indexes: [["openedAt"], ["endsAt"]],
  searchable: ["customer", "person"],
  // A repeated request of a customer creates one order.
  unique: [["customerId", "requestId"]],
});

export default serviceOrder;
declare module "#kit/entity.ts" {
  interface Entities {
    serviceOrder: typeof serviceOrder;
  }
}
