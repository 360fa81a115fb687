import type { FieldConfig } from "./field.ts";
import type { Text } from "./text.ts";

/** How a customer activates a plan: with a click, once for each customer; or with an activation code from the provider. */
export const activationModes = {
  free: { name: { zh: "免费开通（每个客户限一次）", en: "Free, once per customer" } },
  code: { name: { zh: "凭激活码开通", en: "Activate with code" } },
} as const satisfies Record<string, { name: Text }>;
export type ActivationMode = keyof typeof activationModes;

/** The states of an activation, as stored in `serviceOpening`. */
export const activationStates = {
  active: { name: { zh: "有效", en: "Active" }, color: "malachite" },
  expired: { name: { zh: "已到期", en: "Expired" }, color: "ochre" },
} as const satisfies Record<string, { name: Text; color: string }>;

/** An activation code is valid for one activation; `void`: revoked before it was used. */
export const codeStates = {
  unused: { name: { zh: "未使用", en: "Unused" }, color: "malachite" },
  used: { name: { zh: "已使用", en: "Used" }, color: "azurite" },
  void: { name: { zh: "已作废", en: "Revoked" }, color: "ochre" },
} as const satisfies Record<string, { name: Text; color: string }>;

/** Shown when the number of devices is unlimited. */
export const unlimitedText: Text = { zh: "不限", en: "Unlimited" };

/** The fields of the time in which an activation is in force. */
export const activationPeriod = {
  openedAt: {
    type: "datepicker",
    name: { zh: "开通时间", en: "Activated" },
    required: true,
    column: { width: 170, sortable: true },
  },
  endsAt: {
    type: "datepicker",
    name: { zh: "到期时间", en: "Expires" },
    required: true,
    column: { width: 170, sortable: true },
  },
} satisfies Record<string, FieldConfig<"datepicker">>;

/** "Within 48 hours": the response time of a plan, worded the same everywhere. */
export const withinHoursText: Text = { zh: "{n} 小时内", en: "Within {n} {n|hour|hours}" };

/** The hours within which the provider answers. */
export const responseTime = {
  type: "number",
  name: { zh: "响应时间", en: "Response time" },
  template: withinHoursText,
  min: 1,
  column: { width: 150 },
} satisfies FieldConfig<"number">;
