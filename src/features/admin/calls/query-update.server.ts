import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { saveRow } from "#records/change/save.server.ts";
import { confirmTokenInput, idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const queryUpdate = defineCall({
  method: "POST",
  otherMethods: ["PUT"],
  path: "Api/{type}/QueryUpdate",
  envelope: "site",
  title: { zh: "修改数据", en: "Update a row: its ID, the version it was read at and the changed fields" },
  access: asEntity("update"),
  largeInput: true,
  input: z.looseObject({ type: typeInput, id: idInput, version: versionInput, confirmToken: confirmTokenInput }),
  output: rowOutput,
  run: ({ type, id, version, confirmToken, ...values }, context) =>
    saveRow(context.services, context, context.entities.find(type), { id, version, values, confirmToken }),
});

export default queryUpdate;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/QueryUpdate": typeof queryUpdate;
  }
}
