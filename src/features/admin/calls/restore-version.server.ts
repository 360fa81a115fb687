import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { saveRow } from "#records/change/save.server.ts";
import { valuesAt } from "#records/describe/row-history.server.ts";
import { idInput, rowOutput, typeInput, versionInput } from "#records/query/row-input.server.ts";

const restoreVersion = defineCall({
  method: "POST",
  path: "Api/{type}/RestoreVersion",
  envelope: "site",
  title: { zh: "恢复到以前的版本", en: "Restore a row to an earlier version (to), as a save does" },
  access: asEntity("update"),
  input: z.strictObject({ type: typeInput, id: idInput, version: versionInput, to: versionInput }),
  output: rowOutput,
  async run({ type, id, version, to }, context) {
    const entity = context.entities.find(type);
    const values = await valuesAt(context.services.database, context.who, entity, { id, version: to });
    return saveRow(context.services, context, entity, { id, version, values });
  },
});

export default restoreVersion;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/{type}/RestoreVersion": typeof restoreVersion;
  }
}
