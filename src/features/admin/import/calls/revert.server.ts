import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { isLarge, startImportJob } from "../import-job.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport } from "../import-store.server.ts";
import { revertImport } from "../revert-import.server.ts";

const revertImportCall = defineCall({
  method: "POST",
  path: "paas/import/revert",
  envelope: "data",
  title: { zh: "撤销一次导入", en: "Undo an import" },
  access: { verb: "import", by: "person" },
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: z.object({ id: z.string(), job: z.uuid().nullable() }),
  async run({ type, id }, { services, ...context }) {
    const { principal, entities } = context;
    const entity = entities.find(type);
    const { counts } = await findImport(services.database, principal, entity, id);
    if (isLarge(counts)) return { id, job: await startImportJob(services, principal, { step: "revert", type, id }) };
    await inImportQueue(principal.accountId, () => revertImport(services, context, entity, id));
    return { id, job: null };
  },
});

export default revertImportCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/revert": typeof revertImportCall;
  }
}
