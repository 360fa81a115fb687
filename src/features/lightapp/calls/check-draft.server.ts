import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { changeKinds } from "#records/definitions/field-changes.server.ts";
import { isLive } from "#records/definitions/publish-definition.server.ts";
import { reviewDraft } from "#records/definitions/publish-draft.server.ts";
import { draftInput } from "../draft-input.server.ts";

const checkDraft = defineCall({
  method: "POST",
  path: "paas/lightApp/check",
  envelope: "data",
  title: {
    zh: "检查轻应用草稿：错误及其位置，以及发布对现有数据的影响",
    en: "Check the draft of a light app: its problems by path, and what publishing it changes in existing rows",
  },
  access: administrator,
  safe: true,
  limit: { max: 120, windowSeconds: 60 },
  input: draftInput,
  output: z.object({
    isPublished: z.boolean(),
    /** Whether the published definition is this draft: publishing it changes nothing. */
    isLive: z.boolean(),
    /** Whether publishing takes so long that it is done in the background. */
    isLong: z.boolean(),
    problems: z.array(z.object({ path: z.string(), text: z.string() })),
    /** `rows`: how many existing rows are concerned. `isRefused`: the change prevents publishing. */
    changes: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(changeKinds),
        rows: z.number(),
        text: z.string(),
        isRefused: z.boolean(),
      }),
    ),
  }),
  async run({ id, ...draft }, context) {
    const { locale, principal, services } = context;
    const draftReview = await services.database.tenant(principal.tenantId, (tx) =>
      reviewDraft(tx, context, { id, draft, locale }),
    );
    const { review } = draftReview;
    return {
      isPublished: review?.current?.isPublished === true,
      isLive: review !== undefined && isLive(review),
      isLong: draftReview.isLong,
      problems: Object.entries(draftReview.problems).map(([path, text]) => ({ path, text: text[locale] })),
      changes: draftReview.changes.map((change) => ({ ...change, text: change.text[locale] })),
    };
  },
});

export default checkDraft;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/lightApp/check": typeof checkDraft;
  }
}
