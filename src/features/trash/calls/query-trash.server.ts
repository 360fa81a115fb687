import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { changeActors } from "#kit/row-history.ts";
import { readTrash } from "#records/describe/trash.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";

const queryTrash = defineCall({
  method: "GET",
  path: "Api/{type}/QueryTrash",
  envelope: "site",
  title: { zh: "查看回收站", en: "List deleted rows that you may restore, latest first" },
  access: { verb: "delete", by: "person" },
  input: z.strictObject({ type: typeInput, before: z.string().max(80).optional() }),
  output: z.strictObject({
    rows: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        summary: z.string(),
        deletedAt: z.string(),
        by: z.strictObject({ actor: z.enum(changeActors), name: z.string(), isSelf: z.boolean() }).nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  run: ({ type, before }, context) =>
    readTrash(context.services.database, context, context.entities.find(type), before),
});

export default queryTrash;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryTrash": typeof queryTrash;
  }
}
