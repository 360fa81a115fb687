import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { sheetFormats } from "#kit/export.ts";
import { timeZoneInput } from "#records/query/row-input.server.ts";
import { auditInput } from "../audit-input.server.ts";
import { exportAuditLog } from "../export-audit-log.server.ts";

const exportAuditLogCall = defineCall({
  method: "POST",
  path: "Api/Audit/Export",
  envelope: "site",
  title: { zh: "导出操作日志", en: "Export the audit log as a file, the latest 10,000 entries at most" },
  access: administrator,
  // The log contains the names of members, whose export requires step-up as well.
  stepUp: true,
  limit: { max: 10, windowSeconds: 60 },
  input: z.strictObject({ ...auditInput, format: z.enum(sheetFormats).default("xlsx"), timeZone: timeZoneInput }),
  /** `value`: the URL of the file; `isCut`: it lacks older entries. */
  output: z.object({ value: z.string(), name: z.string(), isCut: z.boolean() }),
  run: ({ format, timeZone, ...query }, context) =>
    exportAuditLog(context.services, context, { query, format, timeZone }),
});

export default exportAuditLogCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Audit/Export": typeof exportAuditLogCall;
  }
}
