import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { undoChanges } from "#records/change/undo.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const undoCall = defineCall({
  method: "POST",
  path: "Api/{type}/Undo",
  envelope: "site",
  title: {
    zh: "撤销删除或批量修改",
    en: "Undo a deletion, or a change of many rows, within ten minutes, by the ID that came with it",
  },
  access: rowAccess("read"),
  input: z.strictObject({ type: typeInput, undo: idInput }),
  output: z.object({ restored: z.number() }),
  run: async ({ type, undo }, context) => ({
    restored: await undoChanges(context.services.database, context, context.entities.find(type), undo),
  }),
});

export default undoCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/Undo": typeof undoCall;
  }
}
