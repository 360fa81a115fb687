import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { undoMinutes } from "#kit/row-history.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { countsOutput } from "../import-output.server.ts";
import { isLarge, startImportJob } from "../import-job.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport } from "../import-store.server.ts";
import { runImport } from "../run-import.server.ts";

const runImportCall = defineCall({
  method: "POST",
  path: "paas/import/run",
  envelope: "data",
  title: { zh: "导入已检查的数据", en: "Write the rows of a checked import, all or none" },
  access: { verb: "import", by: "person" },
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: z.object({
    /** Null if a job writes the rows. */
    counts: countsOutput.nullable(),
    /** The id of the job that writes more than `maxDirectImportRows` rows. */
    job: z.uuid().nullable(),
    /** For how many seconds the import can be undone; 0 if a job writes the rows. */
    revertible: z.number(),
  }),
  async run({ type, id }, { services, ...context }) {
    const { principal, entities } = context;
    const entity = entities.find(type);
    const { counts: checkedCounts } = await findImport(services.database, principal, entity, id);
    if (isLarge(checkedCounts))
      return {
        counts: null,
        job: await startImportJob(services, principal, { step: "run", type, id }),
        revertible: 0,
      };
    const counts = await inImportQueue(principal.accountId, () => runImport(services, context, entity, id));
    return { counts, job: null, revertible: undoMinutes * 60 };
  },
});

export default runImportCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/run": typeof runImportCall;
  }
}
