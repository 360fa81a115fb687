import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { maxDirectImportRows } from "#kit/import.ts";
import { Problem } from "#kit/problem.ts";
import type { SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { idInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { completeMapping, refuseInvalidMapping } from "../import-columns.server.ts";
import { countsOutput, mappingInput } from "../import-output.server.ts";
import { startImportJob } from "../import-job.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport, alreadyImportedText } from "../import-store.server.ts";
import { sheetRows } from "../read-import.server.ts";
import { runCheck } from "../check-import.server.ts";

const checkImport = defineCall({
  method: "POST",
  path: "paas/import/check",
  envelope: "data",
  title: {
    zh: "检查导入的数据，不做任何修改",
    en: "Compare a sheet with the existing rows; changes nothing",
  },
  access: { verb: "import", by: "person" },
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, id: idInput, ...mappingInput, timeZone: timeZoneInput }),
  output: z.object({
    /** Null if a job checks the rows. */
    counts: countsOutput.nullable(),
    /** The id of the job that checks a file of more than `maxDirectImportRows` rows. */
    job: z.uuid().nullable(),
  }),
  async run({ type, id, mapping, keyField, timeZone }, { services, locale, ...context }) {
    const { principal, entities } = context;
    const entity = entities.find(type);
    const { database } = services;
    const { fileId, titles, state } = await findImport(database, principal, entity, id);
    if (state === "done" || state === "reverted") throw new Problem("conflict", alreadyImportedText);
    // The request may leave out the last columns.
    const fullMapping = completeMapping(
      entity,
      titles.map((_, index) => mapping[index] ?? null),
      locale,
    );
    refuseInvalidMapping(principal, entity, { mapping: fullMapping, keyField });
    const choice = { mapping: fullMapping, keyField, locale, timeZone };
    return inImportQueue(principal.accountId, async () => {
      const rows: SheetRow[] = [];
      for await (const chunk of sheetRows(services, principal, fileId)) {
        rows.push(...chunk);
        if (rows.length > maxDirectImportRows)
          return {
            counts: null,
            job: await startImportJob(services, principal, { step: "check", type, id, ...choice }),
          };
      }
      const request = { ...choice, rows: [rows] };
      const counts = await database.tenant(principal.tenantId, (tx) =>
        runCheck(services, tx, context, entity, { id, request }),
      );
      return { counts, job: null };
    });
  },
});

export default checkImport;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/check": typeof checkImport;
  }
}
