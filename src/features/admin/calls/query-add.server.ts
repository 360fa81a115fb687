import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { saveRow } from "#records/change/save.server.ts";
import { confirmTokenInput, rowOutput, typeInput } from "#records/query/row-input.server.ts";

const queryAdd = defineCall({
  method: "POST",
  path: "Api/{type}/QueryAdd",
  envelope: "site",
  title: { zh: "新增数据", en: "Add a row; its fields are properties next to `type`" },
  access: rowAccess("add"),
  idempotent: true,
  largeInput: true,
  input: z.looseObject({ type: typeInput, confirmToken: confirmTokenInput }),
  output: rowOutput,
  run: ({ type, confirmToken, ...values }, context) =>
    saveRow(context.services, context, context.entities.find(type), { values, confirmToken }),
});

export default queryAdd;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/QueryAdd": typeof queryAdd;
  }
}
