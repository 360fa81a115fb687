import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { saveRow } from "#records/change/save.server.ts";
import { confirmTokenInput, idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const querySave = defineCall({
  method: "POST",
  path: "Api/{type}/QuerySave",
  envelope: "site",
  title: { zh: "保存数据", en: "Add a row, or update it when an ID and its version are given" },
  access: rowAccess("save"),
  idempotent: true,
  largeInput: true,
  input: z.looseObject({
    type: typeInput,
    id: idInput.nullish(),
    version: versionInput.nullish(),
    confirmToken: confirmTokenInput,
  }),
  output: rowOutput,
  run: ({ type, id, version, confirmToken, ...values }, context) =>
    saveRow(context.services, context, context.entities.find(type), {
      values,
      confirmToken,
      ...(id ? { id } : {}),
      ...(version ? { version } : {}),
    }),
});

export default querySave;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/QuerySave": typeof querySave;
  }
}
