import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { removePrivateFiles } from "#server/files/private-files.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { addImport, findImport, findLastMapping, deleteUnfinished } from "../import-store.server.ts";
import { importOutput, toImportOutput } from "../import-output.server.ts";
import { maxFileNameLength, storeSheet } from "../read-import.server.ts";

const uploadImport = defineCall({
  method: "POST",
  path: "paas/import/{type}/upload",
  envelope: "data",
  title: { zh: "上传要导入的文件", en: "Upload a workbook or CSV to import" },
  access: { verb: "import", by: "person" },
  limit: { max: 20, windowSeconds: 60 },
  input: z.looseObject({ type: typeInput }).describe("multipart/form-data with one part `file`"),
  output: importOutput,
  async run({ type }, { principal, entities, locale, files, services }) {
    const entity = entities.find(type);
    const { database } = services;
    for await (const file of files()) {
      const { fileId, ...head } = await inImportQueue(principal.accountId, () => storeSheet(services, principal, file));
      const { titles } = head;
      const name = file.name.slice(-maxFileNameLength);
      const id = await addImport(database, principal, entity, { fileId, name, titles });
      const sheetImport = await findImport(database, principal, entity, id);
      await removePrivateFiles(services, await deleteUnfinished(database, principal));
      const lastMapping = await findLastMapping(database, principal, entity, titles);
      return toImportOutput({ principal, entity, locale }, sheetImport, { head, lastMapping });
    }
    throw new Problem("invalid", { zh: "请选择要上传的文件", en: "Choose a file to upload" });
  },
});

export default uploadImport;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/{type}/upload": typeof uploadImport;
  }
}
