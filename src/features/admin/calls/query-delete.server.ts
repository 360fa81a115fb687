import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refusal } from "#kit/refusal.ts";
import { moveRowsToTrash } from "#records/change/save.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

/** Ids, comma separated: 4000 characters have room for 100 ids. */
const idsInput = z
  .string()
  .max(4000)
  .transform((value) => value.split(","))
  .pipe(z.array(idInput).min(1).max(100));

const queryDelete = defineCall({
  method: "DELETE",
  path: "Api/{type}/QueryDelete",
  envelope: "site",
  title: { zh: "删除数据", en: "Delete one row (id) or up to 100 (ids, comma separated), all or none" },
  access: rowAccess("delete"),
  /** `_id`: the contract's other name of `id` (B-372). */
  input: z
    .strictObject({ type: typeInput, id: idInput.optional(), _id: idInput.optional(), ids: idsInput.optional() })
    .refine(
      ({ id, _id, ids }) => ((id ?? _id) === undefined) !== (ids === undefined),
      refusal({ zh: "请提供 id 或 ids，二者选一", en: "Give either id or ids" }),
    ),
  output: z.object({ deleted: z.number(), undo: z.string() }),
  run: ({ type, id, _id, ids }, context) =>
    moveRowsToTrash(context.services.database, context, context.entities.find(type), ids ?? [(id ?? _id)!]),
});

export default queryDelete;
declare module "#kit/call.ts" {
  interface Calls {
    "DELETE Api/{type}/QueryDelete": typeof queryDelete;
  }
}
