import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { restoreRows } from "#records/change/trash.server.ts";
import { idInput, maxRestoredRows, typeInput } from "#records/query/row-input.server.ts";

const restoreRowsCall = defineCall({
  method: "POST",
  path: "Api/{type}/RestoreDeleted",
  envelope: "site",
  title: { zh: "恢复已删除的数据", en: "Restore up to 100 deleted rows, all or none" },
  access: { verb: "delete", by: "person" },
  input: z.strictObject({ type: typeInput, ids: z.array(idInput).min(1).max(maxRestoredRows) }),
  output: z.strictObject({ restored: z.number() }),
  run: async ({ type, ids }, context) => ({
    restored: await restoreRows(context.services.database, context, context.entities.find(type), ids),
  }),
});

export default restoreRowsCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/RestoreDeleted": typeof restoreRowsCall;
  }
}
