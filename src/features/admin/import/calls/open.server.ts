import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { newestImportJob } from "../import-job.server.ts";
import { findImport, findLastMapping } from "../import-store.server.ts";
import { importOutput, toImportOutput } from "../import-output.server.ts";
import { headOf } from "../read-import.server.ts";

const openImport = defineCall({
  method: "POST",
  path: "paas/import/open",
  envelope: "data",
  title: { zh: "获取一次导入", en: "Get an import" },
  access: { verb: "import", by: "person" },
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: importOutput,
  async run({ type, id }, { principal, entities, locale, services }) {
    const entity = entities.find(type);
    const sheetImport = await findImport(services.database, principal, entity, id);
    const isFinished = sheetImport.state === "done" || sheetImport.state === "reverted";
    // The file of a finished import is deleted, and the file of a checked one may have expired; their results are still shown.
    const head = isFinished
      ? undefined
      : await headOf(services, principal, sheetImport.fileId).catch((error: unknown) => {
          if (error instanceof Problem && error.code === "notFound" && sheetImport.state === "checked")
            return undefined;
          throw error;
        });
    const lastMapping =
      sheetImport.mapping === null
        ? await findLastMapping(services.database, principal, entity, sheetImport.titles)
        : undefined;
    const job = await newestImportJob(services, principal, id);
    return toImportOutput({ principal, entity, locale }, sheetImport, { head, lastMapping, job });
  },
});

export default openImport;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/open": typeof openImport;
  }
}
