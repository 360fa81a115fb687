import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { eraseRows } from "#records/change/trash.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const eraseRowsCall = defineCall({
  method: "POST",
  path: "Api/{type}/Erase",
  envelope: "site",
  title: { zh: "彻底删除数据", en: "Permanently delete up to 100 deleted rows, all or none" },
  access: { verb: "delete", by: "person" },
  // It cannot be undone.
  stepUp: true,
  input: z.strictObject({ type: typeInput, ids: z.array(idInput).min(1).max(100) }),
  output: z.strictObject({ erased: z.number() }),
  run: async ({ type, ids }, context) => ({
    erased: await eraseRows(context.services.database, context, context.entities.find(type), ids),
  }),
});

export default eraseRowsCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/Erase": typeof eraseRowsCall;
  }
}
