import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { saveRow } from "#records/change/save.server.ts";
import { setRows } from "#records/change/set-rows.server.ts";
import { confirmTokenInput, idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const manyRowsInput = z.strictObject({
  ids: z.array(idInput).max(200).default([]),
  fields: z.record(z.string(), z.unknown()).default({}),
});

const queryUpdate = defineCall({
  method: "POST",
  otherMethods: ["PUT"],
  path: "Api/{type}/QueryUpdate",
  envelope: "site",
  title: {
    zh: "修改数据",
    en: "Update a row: its ID, the version it was read at and the changed fields; or up to 200 rows: their `ids` and the new values (`fields`), all or none",
  },
  access: rowAccess("update"),
  largeInput: true,
  input: z.looseObject({
    type: typeInput,
    id: idInput.optional(),
    version: versionInput.optional(),
    confirmToken: confirmTokenInput,
  }),
  /** The updated row; for several rows their number, and the id that undoes the change. */
  output: z.union([rowOutput, z.strictObject({ updated: z.number(), undo: z.string() })]),
  run({ type, id, version, confirmToken, ...values }, context) {
    const entity = context.entities.find(type);
    if (id !== undefined)
      return saveRow(context.services, context, entity, { id, values, confirmToken, ...(version ? { version } : {}) });
    const { ids, fields } = manyRowsInput.parse(values);
    return setRows(context.services.database, context, entity, { ids, values: fields });
  },
});

export default queryUpdate;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/QueryUpdate": typeof queryUpdate;
  }
}
