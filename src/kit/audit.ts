import type { Choice } from "./field.ts";
import { changeVerbs, type LastChange } from "./row-history.ts";

/**
 * The events in the audit log that are no changes: they concern a row (the member who signed in, the viewed role, the site of a custom domain) but
 * leave it unchanged.
 */
export const auditEvents = [
  "signIn",
  "signInFailed",
  "viewStart",
  "viewEnd",
  "hostAdd",
  "hostProve",
  "hostFail",
  "hostRemove",
  "providerSave",
  "providerRemove",
  "providerRefuse",
  "identityLink",
  "identityUnlink",
  "configurationExport",
  "configurationImport",
] as const;
export type AuditEvent = (typeof auditEvents)[number];
export const auditVerbs = [...changeVerbs, ...auditEvents] as const;
export type AuditVerb = (typeof auditVerbs)[number];

/** An entry of a space's audit log: who did what to which row, and when. */
export type AuditEntry = LastChange & {
  id: string;
  verb: AuditVerb;
  /** The entity's type and name. */
  type: string;
  entity: string;
  rowId: string;
  /** The current title of the row; empty when it was deleted permanently. */
  title: string;
  /** Whether the row has a form to open: deleted rows have none, nor rows that the reader may not read. */
  hasForm: boolean;
  /** Names of the fields that changed. */
  fields: string[];
  /** What an event concerns besides the row, the name of a custom domain for instance; null for others. */
  subject: string | null;
};

/** A page of the audit log, latest first. */
export type AuditPage = {
  entries: AuditEntry[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};

/** Names of the operations, for filters and columns. */
export const auditVerbNames: readonly (Choice & { key: AuditVerb })[] = [
  { key: "add", name: { zh: "新增", en: "Added" } },
  { key: "update", name: { zh: "修改", en: "Changed" } },
  { key: "delete", name: { zh: "删除", en: "Deleted" } },
  { key: "restore", name: { zh: "恢复", en: "Restored" } },
  { key: "erase", name: { zh: "彻底删除", en: "Permanently deleted" } },
  { key: "signIn", name: { zh: "登录", en: "Signed in" } },
  { key: "signInFailed", name: { zh: "登录失败", en: "Failed to sign in" } },
  { key: "viewStart", name: { zh: "开始以角色查看", en: "Started viewing as" } },
  { key: "viewEnd", name: { zh: "结束以角色查看", en: "Stopped viewing as" } },
  { key: "hostAdd", name: { zh: "添加自定义域名", en: "Added custom domain" } },
  { key: "hostProve", name: { zh: "自定义域名通过验证", en: "Verified custom domain" } },
  { key: "hostFail", name: { zh: "自定义域名验证失败", en: "Failed to verify custom domain" } },
  { key: "hostRemove", name: { zh: "移除自定义域名", en: "Removed custom domain" } },
  { key: "providerSave", name: { zh: "保存单点登录", en: "Saved single sign-on" } },
  { key: "providerRemove", name: { zh: "移除单点登录", en: "Removed single sign-on" } },
  { key: "providerRefuse", name: { zh: "拒绝单点登录", en: "Refused single sign-on" } },
  { key: "identityLink", name: { zh: "关联单点登录", en: "Linked single sign-on" } },
  { key: "identityUnlink", name: { zh: "取消关联单点登录", en: "Unlinked single sign-on" } },
  { key: "configurationExport", name: { zh: "导出空间配置", en: "Exported configuration" } },
  { key: "configurationImport", name: { zh: "导入空间配置", en: "Imported configuration" } },
];

/** The maximum number of entries of the audit log in an exported file. */
export const maxExportedEntries = 10_000;
