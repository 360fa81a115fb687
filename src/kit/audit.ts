import type { Choice } from "./field.ts";
import { changeVerbs, type LastChange } from "./row-history.ts";

/** What the audit log tells of besides changes: it happened with a row (a member who signed in, a viewed role) and left it as it was. */
export const auditEvents = ["signIn", "signInFailed", "viewStart", "viewEnd"] as const;
export type AuditEvent = (typeof auditEvents)[number];
export const auditVerbs = [...changeVerbs, ...auditEvents] as const;
export type AuditVerb = (typeof auditVerbs)[number];

/** A line of the audit log of a space: who did what to which row, and when. */
export type AuditEntry = LastChange & {
  id: string;
  verb: AuditVerb;
  /** The entity's type and name. */
  type: string;
  entity: string;
  rowId: string;
  /** The current title of the row; empty when it is gone. */
  title: string;
  /** False for rows that were deleted: their form does not open. */
  isThere: boolean;
  /** Names of the fields that changed. */
  fields: string[];
};

/** A page of the audit log, latest first. */
export type AuditPage = {
  entries: AuditEntry[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};

/** Names of the operations, for filters and columns. */
export const verbNames: readonly (Choice & { key: AuditVerb })[] = [
  { key: "add", name: { zh: "新增", en: "Added" } },
  { key: "update", name: { zh: "修改", en: "Changed" } },
  { key: "delete", name: { zh: "删除", en: "Deleted" } },
  { key: "restore", name: { zh: "恢复", en: "Restored" } },
  { key: "erase", name: { zh: "彻底删除", en: "Permanently deleted" } },
  { key: "signIn", name: { zh: "登录", en: "Signed in" } },
  { key: "signInFailed", name: { zh: "登录失败", en: "Failed to sign in" } },
  { key: "viewStart", name: { zh: "开始以角色查看", en: "Started viewing as" } },
  { key: "viewEnd", name: { zh: "结束以角色查看", en: "Stopped viewing as" } },
];

/** Maximum lines of a file. */
export const maxAuditLines = 10_000;
