import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { restoreForm } from "#kit/auto.ts";
import { saveRow } from "#records/change/save.server.ts";
import { valuesAt } from "#records/describe/row-history.server.ts";
import { confirmTokenInput, idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const restoreVersion = defineCall({
  method: "POST",
  path: "Api/{type}/RestoreVersion",
  envelope: "site",
  title: { zh: "恢复到以前的版本", en: "Restore a row to an earlier version (to), as a save does" },
  access: asEntity("update"),
  input: z.strictObject({
    type: typeInput,
    id: idInput,
    version: versionInput,
    to: versionInput,
    confirmToken: confirmTokenInput,
  }),
  output: rowOutput,
  async run({ type, id, version, to, confirmToken }, context) {
    const entity = context.entities.find(type);
    const values = await valuesAt(context.services.database, context.who, entity, { id, version: to });
    const confirmed = { form: restoreForm(entity.type), body: { id, version, to } };
    return saveRow(context.services, context, entity, { id, version, values, confirmToken, confirmed });
  },
});

export default restoreVersion;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/RestoreVersion": typeof restoreVersion;
  }
}
