import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { activationModes, unlimitedText, activationStates, activationPeriod, responseTime } from "#kit/service.ts";

/** A plan that this space activated with a provider, with the terms at that time. Written by features/service, read by the space's members. */
const serviceOpening = defineEntity({
  type: "serviceOpening",
  name: { zh: "套餐", en: "Plan" },
  listName: { zh: "我的套餐", en: "My plans" },
  access: { read: "member", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  titleField: "name",
  // New work orders can only refer to active plans (features/workorder).
  selectable: { field: "status", op: "eq", value: "active" },
  fields: {
    name: { type: "textbox", name: { zh: "套餐", en: "Plan" }, localized: true, readOnly: true, search: "contains" },
    provider: { type: "textbox", name: { zh: "服务方", en: "Provider" }, localized: true, readOnly: true },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      value: "active",
      search: "eq",
      column: { width: 110 },
      options: optionsOf(activationStates),
    },
    ...activationPeriod,
    devices: {
      type: "number",
      name: { zh: "设备数", en: "Devices" },
      min: 1,
      whenEmpty: unlimitedText,
      column: { width: 100 },
    },
    responseHours: { ...responseTime, required: true },
    source: {
      type: "dropdownlist",
      name: { zh: "开通方式", en: "Activation method" },
      required: true,
      value: "free",
      options: optionsOf(activationModes),
    },
  },
  internal: {
    providerId: { type: "uuid", references: { table: "tenant" } },
    /** The plan in the provider's space. */
    packageId: { type: "uuid", references: { entity: "servicePackage", tenant: "providerId" } },
  },
  groups: [
    {
      name: { zh: "套餐", en: "Plan" },
      fields: ["name", "provider", "status", "openedAt", "endsAt", "devices", "responseHours", "source"],
    },
  ],
  list: {
    columns: ["name", "provider", "status", "openedAt", "endsAt", "devices", "responseHours"],
    sort: { field: "openedAt", direction: "desc" },
  },
  indexes: [["openedAt"], ["endsAt"], ["packageId"]],
  lookups: ["endsAt"],
  searchable: ["name"],
});

export default serviceOpening;
declare module "#kit/entity.ts" {
  interface Entities {
    serviceOpening: typeof serviceOpening;
  }
}
