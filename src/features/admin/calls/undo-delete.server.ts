import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { undoDeletion } from "#records/change/undo.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const undoDelete = defineCall({
  method: "POST",
  path: "Api/{type}/UndoDelete",
  envelope: "site",
  title: { zh: "撤销删除", en: "Undo a deletion within ten minutes, by the ID that came with it" },
  access: asEntity("delete"),
  input: z.strictObject({ type: typeInput, undo: idInput }),
  output: z.object({ restored: z.number() }),
  run: async ({ type, undo }, context) => ({
    restored: await undoDeletion(context.services.database, context, context.entities.find(type), undo),
  }),
});

export default undoDelete;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/UndoDelete": typeof undoDelete;
  }
}
