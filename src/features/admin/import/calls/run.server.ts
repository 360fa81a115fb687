import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { undoMinutes } from "#kit/row-history.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { countsOutput } from "../import-output.server.ts";
import { isLarge, startImportJob } from "../import-job.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport } from "../import-store.server.ts";
import { runImport } from "../run-import.server.ts";

const run = defineCall({
  method: "POST",
  path: "paas/import/run",
  envelope: "data",
  title: { zh: "导入已检查的数据", en: "Write the rows of a checked import, all or none" },
  access: { entity: "import", by: "person" },
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: z.object({
    counts: countsOutput.nullable(),
    /** The id of the job that writes more rows than somebody waits for. */
    job: z.uuid().nullable(),
    /** Seconds for which it can be undone. */
    revertible: z.number(),
  }),
  async run({ type, id }, { services, ...by }) {
    const entity = by.entities.find(type);
    const { counts: checked } = await findImport(services.database, by.principal, entity, id);
    if (isLarge(checked))
      return {
        counts: null,
        job: await startImportJob(services, by.principal, { step: "run", type, id }),
        revertible: 0,
      };
    const counts = await inImportQueue(by.principal.accountId, () => runImport(services, by, entity, id));
    return { counts, job: null, revertible: undoMinutes * 60 };
  },
});

export default run;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/run": typeof run;
  }
}
