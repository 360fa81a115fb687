import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxDirectBatchRows } from "#kit/batch.ts";
import { Problem } from "#kit/problem.ts";
import { changeLockedRows, lockChunk, refuseChangedSelection } from "#records/change/batch.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { newId } from "#server/process/id.server.ts";
import { batchInput, batchOfCall } from "../batch/batch-request.server.ts";

const tooManyText = {
  zh: `超过 ${maxDirectBatchRows.toLocaleString("en")} 条的批量操作需作为任务执行`,
  en: `To change more than ${maxDirectBatchRows.toLocaleString("en")} records, start a job`,
};

const batchCall = defineCall({
  method: "POST",
  path: "Api/{type}/Batch",
  envelope: "site",
  title: {
    zh: "执行批量操作",
    en: "Change or delete all rows that a filter finds, or run a command on them, up to 2,000, as previewed; those that cannot be changed stay as they are",
  },
  access: rowAccess("read"),
  limit: { max: 30, windowSeconds: 60 },
  idempotent: true,
  input: z.strictObject({ ...batchInput, stamp: z.string().max(40) }),
  /** `text`: the message of a command. `undo`: the id that undoes the change; a command has none. */
  output: z.strictObject({
    changed: z.number(),
    refused: z.number(),
    text: z.string().optional(),
    undo: z.string().optional(),
  }),
  async run({ stamp, ...input }, context) {
    const { principal, services } = context;
    const batch = batchOfCall(context, input);
    const undo = newId();
    return services.database.tenant(principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      const rows = await lockChunk(tx, context, batch, { size: maxDirectBatchRows + 1 });
      if (rows.length > maxDirectBatchRows) throw new Problem("badRequest", tooManyText);
      // Compared with the preview after locking, so that exactly the previewed rows are changed.
      const { count, allowed } = await refuseChangedSelection(tx, context, batch, stamp);
      const { changed, refused, outcome } = await changeLockedRows(tx, context, batch, rows, undo);
      return {
        changed: changed.length,
        refused: refused.length + count - allowed,
        ...(outcome === undefined ? { undo } : { text: outcome.text[context.locale] }),
      };
    });
  },
});

export default batchCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/Batch": typeof batchCall;
  }
}
