import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { idInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { checkImport } from "../check-import.server.ts";
import { refuseMapping } from "../import-columns.server.ts";
import { countsOutput, mappingInput } from "../import-output.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport, importOver, storeCheck } from "../import-store.server.ts";
import { rowsOf } from "../read-import.server.ts";

const check = defineCall({
  method: "POST",
  path: "paas/import/check",
  envelope: "data",
  title: {
    zh: "检查导入的数据，不做任何修改",
    en: "Compare a sheet with the rows that are there. Nothing is changed.",
  },
  access: { entity: "import", by: "person" },
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, id: idInput, ...mappingInput, timeZone: timeZoneInput }),
  output: z.object({ counts: countsOutput }),
  async run({ type, id, mapping, keyField, timeZone }, { services, locale, ...context }) {
    const { principal, entities } = context;
    const entity = entities.find(type);
    const { database } = services;
    const { fileId, titles, state } = await findImport(database, principal, entity, id);
    if (state === "done" || state === "reverted") throw new Problem("conflict", importOver);
    const fullMapping = titles.map((_, index) => mapping[index] ?? null);
    refuseMapping(principal, entity, { mapping: fullMapping, keyField });
    return inImportQueue(principal.accountId, async () => {
      const rows = await rowsOf(services, principal, fileId);
      const request = { mapping: fullMapping, keyField, rows, locale, timeZone };
      const { counts, batches } = await checkImport(services, context, entity, request);
      await storeCheck(database, principal, entity, { id, mapping: fullMapping, keyField, counts, batches });
      return { counts };
    });
  },
});

export default check;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/check": typeof check;
  }
}
