import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refusal } from "#kit/refusal.ts";
import { readRow } from "#records/query/list.server.ts";
import { idInput, rowOutput, typeInput } from "#records/query/row-input.server.ts";

const queryById = defineCall({
  method: "GET",
  path: "Api/{type}/QueryById",
  envelope: "site",
  title: { zh: "按编号查询数据", en: "Get a row by ID" },
  access: rowAccess("read"),
  /** `_id`: the contract's other name of `id` (B-372). */
  input: z
    .strictObject({ type: typeInput, id: idInput.optional(), _id: idInput.optional() })
    .refine(({ id, _id }) => (id ?? _id) !== undefined, refusal({ zh: "请提供 id", en: "Give an id" })),
  output: rowOutput,
  run: ({ type, id, _id }, { principal, entities, services }) =>
    readRow(services.database, principal, entities.find(type), (id ?? _id)!),
});

export default queryById;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryById": typeof queryById;
  }
}
