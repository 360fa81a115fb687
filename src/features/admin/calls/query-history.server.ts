import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { changeActors, changeVerbs, omissionReasons } from "#kit/row-history.ts";
import { readHistory } from "#records/describe/row-history.server.ts";
import { fieldOutput } from "#records/describe/auto-output.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const queryHistory = defineCall({
  method: "GET",
  path: "Api/{type}/QueryHistory",
  envelope: "site",
  title: { zh: "查询修改记录", en: "Get the changes of a row, latest first" },
  access: rowAccess("read"),
  input: z.strictObject({
    type: typeInput,
    id: idInput,
    /** The version before which the page begins, an integer of the database. */
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  output: z.strictObject({
    changes: z.array(
      z.strictObject({
        version: z.number(),
        verb: z.enum(changeVerbs),
        at: z.string(),
        actor: z.enum(changeActors),
        name: z.string(),
        isSelf: z.boolean(),
        values: z.array(
          z.strictObject({
            field: z.string(),
            omitted: z.exactOptional(z.enum(omissionReasons)),
            before: z.unknown(),
            after: z.unknown(),
          }),
        ),
      }),
    ),
    next: z.number().nullable(),
    fields: z.record(z.string(), fieldOutput),
    restorable: z.array(z.string()),
    titles: z.record(z.string(), z.string()),
  }),
  run: ({ type, id, before }, context) =>
    readHistory(context.services.database, context, context.entities.find(type), { id, before }),
});

export default queryHistory;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryHistory": typeof queryHistory;
  }
}
