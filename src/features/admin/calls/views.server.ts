import { z } from "zod";
import { hasLevel } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { viewsOf } from "../views/saved-views.server.ts";
import { viewOutput } from "../views/view-wire.server.ts";

const views = defineCall({
  method: "GET",
  path: "paas/table/views",
  envelope: "data",
  title: { zh: "获取列表的视图", en: "Get the saved views of an auto table: the reader’s own, and shared ones" },
  access: { verb: "read", by: "person" },
  input: z.strictObject({ type: typeInput }),
  output: z.strictObject({
    /** Whether this person may share views. */
    canShare: z.boolean(),
    views: z.array(viewOutput),
  }),
  run: async ({ type }, context) => ({
    canShare: hasLevel(context.principal, "administrator"),
    views: await viewsOf(context, context.entities.find(type)),
  }),
});

export default views;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/table/views": typeof views;
  }
}
