import { z } from "zod";
import { forbiddenText, member } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { maxUndoRows } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { changeChunk, refuseChangedSelection } from "#records/change/batch.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { batchInput, batchOf } from "../batch-request.server.ts";

const texts = {
  title: { zh: "批量操作", en: "Change many records" },
  update: {
    zh: "已更新 {count} 条，{rest} 条保持不变",
    en: "{count} {n|record|records} updated, {rest} left unchanged",
  },
  delete: {
    zh: "已删除 {count} 条，{rest} 条保持不变",
    en: "{count} {n|record|records} deleted, {rest} left unchanged",
  },
};

const cursor = z.object({
  after: z.string().optional(),
  changed: z.number(),
  refused: z.number(),
  isLast: z.boolean(),
});

/** The maximum number of rows in a slice. */
const maxRowsPerSlice = 1000;

/**
 * Changes or deletes all rows that match a filter, as previewed. Each slice is one transaction. Rows that cannot be changed, or that the member may
 * not change, are skipped and counted. The job's id undoes the changes.
 */
export default defineJob({
  name: "changeRows",
  title: texts.title,
  // The member's current rights on the rows are checked before each slice.
  access: member,
  // Changing many rows needs a recent proof of identity, which is checked when the job is started.
  stepUp: true,
  input: z.strictObject({ ...batchInput, stamp: z.string().max(40) }),
  cursor,
  async run(
    { stamp: selectionFingerprint, ...input },
    { jobId, tenantId, memberId, services, cursor: start, setTotal, slices },
  ) {
    async function readBatch() {
      const principal = await findMember(services.database, { tenantId, memberId });
      if (principal === undefined) throw new Problem("forbidden", forbiddenText);
      const context = {
        principal: { ...principal, hasRecentProof: true },
        entities: await services.registries.of(tenantId),
      };
      return { context, batch: batchOf(context, input, { commands: services.rowCommands }) };
    }
    const initial: z.output<typeof cursor> = { changed: 0, refused: 0, isLast: false };
    if (start === undefined) {
      const { context, batch } = await readBatch();
      const { count, allowed } = await services.database.tenant(tenantId, (tx) =>
        refuseChangedSelection(tx, context, batch, selectionFingerprint),
      );
      initial.refused = count - allowed;
      await setTotal(allowed);
    }
    const finalCursor = await slices(async ({ tx, cursor: progress = initial, size }) => {
      if (progress.isLast) return undefined;
      const { context, batch } = await readBatch();
      const chunk = { after: progress.after, size: Math.min(Math.max(1, size), maxRowsPerSlice), undoId: jobId };
      const { last, changed, refused } = await changeChunk(tx, context, batch, chunk);
      const steps = changed.length + refused.length;
      const counts = { changed: progress.changed + changed.length, refused: progress.refused + refused.length };
      return {
        cursor: { ...counts, isLast: last === undefined, ...(last === undefined ? {} : { after: last }) },
        steps,
      };
    });
    const { changed, refused } = finalCursor ?? initial;
    const undo = changed > 0 && changed <= maxUndoRows ? { undo: { type: input.type } } : {};
    const textValues = { n: changed, count: changed.toLocaleString("en"), rest: refused.toLocaleString("en") };
    return { text: formatText(texts[input.verb === "delete" ? "delete" : "update"], textValues), ...undo };
  },
});
