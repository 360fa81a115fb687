import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { decide } from "#features/builder/market/review.server.ts";

const marketReview = defineCall({
  method: "POST",
  path: "Api/Market/Review",
  envelope: "site",
  title: {
    zh: "审核市场项目：通过，或说明原因后拒绝",
    en: "Accept an item for the market, or refuse it with a reason; its space is told",
  },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({
    id: z.uuid(),
    /** The version of the item that was looked at. */
    version: z.int().min(1),
    decision: z.enum(["accept", "refuse"]),
    reason: z.string().trim().max(500).default(""),
  }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id, version, decision, reason }, context) {
    await decide(context, { id, version, isAccepted: decision === "accept", reason });
    return { ok: true as const };
  },
});

export default marketReview;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/Review": typeof marketReview;
  }
}
