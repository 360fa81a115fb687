import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { setDefaultView } from "../views/saved-views.server.ts";

const defaultView = defineCall({
  method: "POST",
  path: "paas/table/defaultView",
  envelope: "data",
  title: {
    zh: "设置列表的默认视图",
    en: "Choose the saved view with which an auto table opens for the reader; null for none",
  },
  access: { verb: "read", by: "person" },
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, id: idInput.nullable() }),
  output: z.strictObject({ id: z.string().nullable() }),
  async run({ type, id }, context) {
    await setDefaultView(context, context.entities.find(type), id);
    return { id };
  },
});

export default defaultView;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/defaultView": typeof defaultView;
  }
}
