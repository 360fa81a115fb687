import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { timeZoneInput } from "#records/query/row-input.server.ts";
import { readAdditions } from "../additions.server.ts";
import { readStates } from "../states.server.ts";

const figures = defineCall({
  method: "GET",
  path: "paas/figures",
  envelope: "data",
  title: {
    zh: "获取空间的统计数据",
    en: "Get the figures of the space: records added per day and records by status, of those that you can read",
  },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ days: z.enum(["7", "30", "90"]).default("30"), timeZone: timeZoneInput }),
  output: z.strictObject({
    /** Consecutive days as `yyyy-MM-dd`, up to today. */
    days: z.array(z.string()),
    /** Records added per day, per entity, largest total first; entities without any are left out. */
    additions: z.array(
      z.strictObject({
        type: z.string(),
        name: z.string(),
        total: z.number(),
        counts: z.array(z.number()),
        /** Only the newest records are counted: earlier days may be incomplete. */
        isCapped: z.boolean(),
      }),
    ),
    /** Records by state, per entity. */
    states: z.array(
      z.strictObject({
        type: z.string(),
        name: z.string(),
        parts: z.array(
          z.strictObject({
            key: z.string(),
            name: z.string(),
            color: z.string(),
            count: z.number(),
            /** True when counting stopped at a limit: there are at least `count - 1`. */
            isCapped: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  async run({ days, timeZone }, context) {
    const additions = await readAdditions(context, { days: Number(days), timeZone });
    return { ...additions, states: await readStates(context) };
  },
});

export default figures;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/figures": typeof figures;
  }
}
