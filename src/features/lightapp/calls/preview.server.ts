import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { previewEntity } from "#records/definitions/draft-preview.server.ts";
import { formOutput, listDescriptionOutput } from "#records/describe/auto-output.server.ts";
import { listDescriptionOf, toForm } from "#records/describe/describe.server.ts";
import { sampleRows } from "#records/describe/sample-rows.server.ts";
import { rowOutput } from "#records/query/row-input.server.ts";
import { draftInput } from "../draft-input.server.ts";

/** The number of examples in the list. */
const rowCount = 4;

const previewDraft = defineCall({
  method: "POST",
  path: "paas/lightApp/preview",
  envelope: "data",
  title: {
    zh: "预览轻应用草稿：发布后的表单和列表",
    en: "Preview the draft of a light app: its form and list as they would be published",
  },
  access: administrator,
  safe: true,
  limit: { max: 240, windowSeconds: 60 },
  input: draftInput,
  /** Parts of the draft that are wrong are left out; null when nothing can be shown. `rows`: examples of values. */
  output: z.strictObject({ form: formOutput, play: listDescriptionOutput, rows: z.array(rowOutput) }).nullable(),
  async run({ id, ...draft }, context) {
    const { locale, principal, entities, services } = context;
    const entity = await services.database.tenant(principal.tenantId, (tx) =>
      previewEntity(tx, context, { id, draft }),
    );
    if (entity === undefined) return null;
    const requests = requestsFor(services.rowCommands, { principal, entities }, entity);
    return {
      form: { ...toForm(entity, principal, locale, null), titles: {}, addable: [] },
      play: listDescriptionOf(entity, principal, locale, { requests, layout: undefined }),
      rows: sampleRows(entity, rowCount, locale),
    };
  },
});

export default previewDraft;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/lightApp/preview": typeof previewDraft;
  }
}
