import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { saveView } from "../views/saved-views.server.ts";
import { viewContent } from "../views/view-wire.server.ts";

const saveViewCall = defineCall({
  method: "POST",
  path: "paas/table/saveView",
  envelope: "data",
  title: { zh: "保存列表的视图", en: "Save a view of an auto table: a new one, or changes to an existing one" },
  access: { verb: "read", by: "person" },
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({
    type: typeInput,
    id: idInput.optional(),
    name: z.string().trim().min(1).max(40).optional(),
    isShared: z.boolean().optional(),
    content: viewContent.optional(),
  }),
  output: z.strictObject({ id: z.string() }),
  run: async ({ type, ...change }, context) => ({ id: await saveView(context, context.entities.find(type), change) }),
});

export default saveViewCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/saveView": typeof saveViewCall;
  }
}
