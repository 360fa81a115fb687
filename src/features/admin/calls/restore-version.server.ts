import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { restoreFormName } from "#kit/auto.ts";
import { saveRow } from "#records/change/save.server.ts";
import { valueBefore, valuesAt } from "#records/describe/row-history.server.ts";
import { confirmTokenInput, idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const restoreVersion = defineCall({
  method: "POST",
  path: "Api/{type}/RestoreVersion",
  envelope: "site",
  title: {
    zh: "恢复到以前的版本，或恢复一个字段在该版本之前的值",
    en: "Restore a row to an earlier version (to), as a save does; with a field, only that field, to what it was before that version",
  },
  access: rowAccess("update"),
  input: z.strictObject({
    type: typeInput,
    id: idInput,
    version: versionInput,
    to: versionInput,
    field: z.string().min(1).max(60).optional(),
    confirmToken: confirmTokenInput,
  }),
  output: rowOutput,
  async run({ type, id, version, to, field, confirmToken }, context) {
    const entity = context.entities.find(type);
    const { database } = context.services;
    const values =
      field === undefined
        ? await valuesAt(database, context.principal, entity, { id, version: to })
        : await valueBefore(database, context.principal, entity, { id, change: to, field });
    const confirmed = {
      form: restoreFormName(entity.type),
      body: { id, version, to, ...(field === undefined ? {} : { field }) },
    };
    return saveRow(context.services, context, entity, { id, version, values, confirmToken, confirmed });
  },
});

export default restoreVersion;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/RestoreVersion": typeof restoreVersion;
  }
}
