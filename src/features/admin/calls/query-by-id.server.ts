import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readRow } from "#records/query/list.server.ts";
import { idInput, rowOutput, typeInput } from "#records/query/row-input.server.ts";

const queryById = defineCall({
  method: "GET",
  path: "Api/{type}/QueryById",
  envelope: "site",
  title: { zh: "按编号查询数据", en: "Get a row by ID" },
  access: asEntity("read"),
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: rowOutput,
  run: ({ type, id }, { who, entities, services }) => readRow(services.database, who, entities.find(type), id),
});

export default queryById;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/{type}/QueryById": typeof queryById;
  }
}
