import { defineEntity } from "#kit/entity.ts";
import { maxReportLength } from "#kit/client-log.ts";

/** What a browser or another client reported (features/client-log). Anybody can send one, so its text is not trusted and only shown. */
const clientLog = defineEntity({
  type: "clientLog",
  name: { zh: "客户端日志", en: "Client log" },
  listName: { zh: "客户端日志", en: "Client logs" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  purpose: {
    zh: "网站和应用上报的问题，保留 30 天，每个空间最多 1000 条。",
    en: "Problems that your site and your apps report. Kept for 30 days, up to 1,000 of them.",
  },
  titleField: "message",
  fields: {
    message: {
      type: "textbox",
      name: { zh: "内容", en: "Message" },
      required: true,
      readOnly: true,
      max: maxReportLength,
      search: "contains",
    },
    browser: {
      type: "textbox",
      name: { zh: "浏览器", en: "Browser" },
      readOnly: true,
      max: 200,
      column: { width: 260 },
    },
    isResolved: {
      type: "switch",
      name: { zh: "已处理", en: "Resolved" },
      value: false,
      search: "eq",
      column: { width: 110 },
    },
    note: { type: "textarea", name: { zh: "备注", en: "Note" }, max: 2000 },
  },
  groups: [{ name: { zh: "客户端日志", en: "Client log" }, fields: ["message", "browser", "isResolved", "note"] }],
  searchable: ["message"],
  list: { columns: ["message", "browser", "isResolved"], sort: { field: "createdAt", direction: "desc" } },
});

export default clientLog;
declare module "#kit/entity.ts" {
  interface Entities {
    clientLog: typeof clientLog;
  }
}
