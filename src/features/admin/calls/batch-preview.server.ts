import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import { measureBatch, notAllowedText, previewChunk } from "#records/change/batch.server.ts";
import { settableColumns } from "#records/describe/describe.server.ts";
import { formColumnOutput } from "#records/describe/auto-output.server.ts";
import { batchInput, batchOfCall, namesOf, refusalsOf } from "../batch/batch-request.server.ts";
import { deletionEffects } from "../batch/deletion-effects.server.ts";

/** The number of rows after which no further chunk is checked. */
const maxChecked = 10_000;
const chunkSize = 1000;

const batchPreview = defineCall({
  method: "POST",
  path: "Api/{type}/BatchPreview",
  envelope: "site",
  title: {
    zh: "预览批量操作",
    en: "Preview what a change of all rows that a filter finds would do: how many, some of their names, and which cannot be changed and why",
  },
  access: rowAccess("read"),
  safe: true,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject(batchInput),
  output: z.strictObject({
    count: z.number(),
    stamp: z.string(),
    possible: z.number(),
    unchecked: z.number(),
    refusals: z.array(z.strictObject({ reason: z.string(), count: z.number(), names: z.array(z.string()) })),
    effects: z.array(z.string()),
    names: z.array(z.string()),
    columns: z.array(formColumnOutput),
  }),
  async run(input, context) {
    const { principal, locale, services } = context;
    const batch = batchOfCall(context, input);
    return services.database.tenant(principal.tenantId, async (tx) => {
      const { count, allowed, stamp } = await measureBatch(tx, context, batch);
      const changed: AnyRow[] = [];
      const refused: { row: AnyRow; text: Text }[] = [];
      let after: string | undefined;
      let checked = 0;
      do {
        const chunk = await previewChunk(tx, context, batch, { after, size: chunkSize });
        changed.push(...chunk.changed);
        refused.push(...chunk.refused);
        checked += chunk.changed.length + chunk.refused.length;
        after = chunk.last;
      } while (after !== undefined && checked < maxChecked);
      const notAllowed = count - allowed;
      return {
        count,
        stamp,
        possible: allowed - refused.length,
        unchecked: after === undefined ? 0 : allowed - checked,
        refusals: [
          ...refusalsOf(context, batch.entity, refused),
          ...(notAllowed > 0 ? [{ reason: notAllowedText[locale], count: notAllowed, names: [] }] : []),
        ],
        effects:
          input.verb === "delete"
            ? await deletionEffects(
                tx,
                context,
                batch.entity,
                changed.map(({ id }) => id),
              )
            : [],
        names: namesOf(context, batch.entity, changed),
        columns: input.verb === "update" ? settableColumns(batch.entity, principal, locale) : [],
      };
    });
  },
});

export default batchPreview;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/BatchPreview": typeof batchPreview;
  }
}
