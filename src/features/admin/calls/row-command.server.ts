import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { runRowRequest } from "#records/change/row-commands.server.ts";
import { idInput, maxCommandRows, typeInput, versionInput } from "#records/query/row-input.server.ts";

const rowCommand = defineCall({
  method: "POST",
  path: "Api/{type}/Command",
  envelope: "site",
  title: { zh: "对数据执行操作", en: "Run a command or an action on rows, all or none" },
  // Each command and action defines who may run it on which rows.
  access: rowAccess("read"),
  limit: { max: 60, windowSeconds: 60 },
  idempotent: true,
  input: z.strictObject({
    type: typeInput,
    command: z.string().min(1).max(60),
    ids: z.array(idInput).min(1).max(maxCommandRows),
    /** The version of the only row that the person has seen: the command is refused if the row has changed since. */
    version: versionInput.optional(),
  }),
  /** `info`: the text names a step that remains to be done by hand. `undo`: the id that undoes the change, if it can be undone. */
  output: z.object({ text: z.string(), kind: z.enum(["success", "info"]), undo: z.string().optional() }),
  async run({ type, ...request }, context) {
    const { text, ...rest } = await runRowRequest(context, context.entities.find(type), request);
    return { ...rest, text: text[context.locale] };
  },
});

export default rowCommand;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/Command": typeof rowCommand;
  }
}
