import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import type { FieldProblems } from "#kit/problem.ts";
import { codeStates } from "#kit/service.ts";

const texts = {
  onlyByActivation: {
    zh: "激活码须通过开通使用，不能手动标记",
    en: "A code is marked as used only when it activates a plan",
  },
  isUsed: { zh: "已使用的激活码不可更改", en: "A used code cannot be changed" },
};

/** A used code stays used: no administrator can make it valid again. */
function check({ status, usedAt }: Readonly<Record<string, unknown>>): FieldProblems {
  const wasUsed = usedAt !== null && usedAt !== undefined;
  if ((status === "used") === wasUsed) return {};
  return wasUsed ? { status: texts.isUsed, usedAt: texts.isUsed } : { status: texts.onlyByActivation };
}

/**
 * An activation code for one of the space's plans. The code is shown once, to its creator. Only its HMAC and last four characters are stored, so that
 * nobody can read codes from a list or a copy of the database.
 */
const serviceCode = defineEntity({
  type: "serviceCode",
  name: { zh: "激活码", en: "Activation code" },
  listName: { zh: "激活码", en: "Activation codes" },
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "administrator" },
  titleField: "ending",
  fields: {
    ending: {
      type: "textbox",
      name: { zh: "末四位", en: "Last four characters" },
      readOnly: true,
      search: "eq",
      column: { width: 120 },
    },
    packageName: { type: "textbox", name: { zh: "套餐", en: "Plan" }, localized: true, readOnly: true },
    packageId: { type: "relation", name: { zh: "套餐", en: "Plan" }, entity: "servicePackage", search: "eq" },
    status: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      value: "unused",
      search: "eq",
      column: { width: 120 },
      options: optionsOf(codeStates),
    },
    note: {
      type: "textbox",
      name: { zh: "备注", en: "Note" },
      max: 100,
      search: "contains",
      placeholder: { zh: "发放对象", en: "Issued to" },
    },
    usedBy: { type: "textbox", name: { zh: "使用者", en: "Used by" }, localized: true, readOnly: true },
    usedAt: { type: "datepicker", name: { zh: "使用时间", en: "Used at" }, column: { width: 170 } },
  },
  internal: {
    /** HMAC of the code. */
    codeHash: { type: "text" },
  },
  groups: [{ name: { zh: "激活码", en: "Code" }, fields: ["ending", "packageName", "status", "note"] }],
  list: {
    columns: ["ending", "packageName", "status", "note", "usedBy", "usedAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  indexes: [["status"]],
  searchable: ["note"],
  unique: [["codeHash"]],
  check,
});

export default serviceCode;
declare module "#kit/entity.ts" {
  interface Entities {
    serviceCode: typeof serviceCode;
  }
}
