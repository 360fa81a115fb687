import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { runRowCommand } from "#records/change/row-commands.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const rowCommand = defineCall({
  method: "POST",
  path: "Api/{type}/Command",
  envelope: "site",
  title: { zh: "对数据执行操作", en: "Run a command on rows, all or none" },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  idempotent: true,
  input: z.strictObject({
    type: typeInput,
    command: z.string().min(1).max(60),
    ids: z.array(idInput).min(1).max(200),
  }),
  /** `info`: the text says what remains to be done by hand. */
  output: z.object({ text: z.string(), kind: z.enum(["success", "info"]) }),
  async run({ type, ...command }, context) {
    const { text, kind } = await runRowCommand(context, context.entities.find(type), command);
    return { text: text[context.locale], kind };
  },
});

export default rowCommand;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/Command": typeof rowCommand;
  }
}
