import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { makeErrorSheet } from "../error-sheet.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { findImport } from "../import-store.server.ts";

const importErrors = defineCall({
  method: "POST",
  path: "paas/import/errors",
  envelope: "data",
  title: { zh: "下载有错误的行", en: "Get the rows with errors as a workbook" },
  access: { verb: "import", by: "person" },
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, id: idInput }),
  output: z.object({ value: z.string(), name: z.string() }),
  async run({ type, id }, { principal, entities, locale, services }) {
    const entity = entities.find(type);
    const sheetImport = await findImport(services.database, principal, entity, id);
    const file = await inImportQueue(principal.accountId, () =>
      makeErrorSheet(services, { principal, entity, locale }, sheetImport),
    );
    return { value: file.url, name: file.name };
  },
});

export default importErrors;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/errors": typeof importErrors;
  }
}
