import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { auditVerbs } from "#kit/audit.ts";
import { changeActors } from "#kit/row-history.ts";
import { readAuditLog } from "#records/describe/audit-log.server.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { auditInput } from "../audit-input.server.ts";

/** Entries per page. */
const pageSize = 50;

const auditLog = defineCall({
  method: "GET",
  path: "Api/Audit/List",
  envelope: "site",
  title: { zh: "查看操作日志", en: "List the audit log of the space, latest entry first" },
  access: administrator,
  input: z.strictObject({ ...auditInput, before: idInput.optional() }),
  /** See `AuditEntry` and `AuditPage` in kit/audit.ts. */
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: z.string(),
        at: z.string(),
        actor: z.enum(changeActors),
        name: z.string(),
        isSelf: z.boolean(),
        verb: z.enum(auditVerbs),
        type: z.string(),
        entity: z.string(),
        rowId: z.string(),
        title: z.string(),
        hasForm: z.boolean(),
        fields: z.array(z.string()),
        subject: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  run: (query, context) => readAuditLog(context.services.database, context, { ...query, size: pageSize }),
});

export default auditLog;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Audit/List": typeof auditLog;
  }
}
