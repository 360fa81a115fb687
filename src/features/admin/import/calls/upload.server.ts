import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { removePrivateFiles } from "#server/files/private-files.server.ts";
import { inImportQueue } from "../import-queue.server.ts";
import { addImport, findImport, findLastMapping, deleteUnfinished } from "../import-store.server.ts";
import { importOutput, toImportOutput } from "../import-output.server.ts";
import { storeSheet } from "../read-import.server.ts";

const upload = defineCall({
  method: "POST",
  path: "paas/import/{type}/upload",
  envelope: "data",
  title: { zh: "上传要导入的文件", en: "Upload a workbook or CSV to import" },
  access: { entity: "import", by: "person" },
  limit: { max: 20, windowSeconds: 60 },
  input: z.looseObject({ type: typeInput }).describe("multipart/form-data with one part `file`"),
  output: importOutput,
  async run({ type }, { who, entities, locale, files, services }) {
    const entity = entities.find(type);
    const { database } = services;
    for await (const file of files()) {
      const { fileId, ...head } = await inImportQueue(who.accountId, () => storeSheet(services, who, file));
      const { titles } = head;
      const id = await addImport(database, who, entity, { fileId, name: file.name.slice(-200), titles });
      const found = await findImport(database, who, entity, id);
      await removePrivateFiles(services, await deleteUnfinished(database, who));
      const last = await findLastMapping(database, who, entity, titles);
      return toImportOutput({ who, entity, locale }, found, { head, last });
    }
    throw new Problem("invalid", { zh: "请选择要上传的文件", en: "Choose a file to upload" });
  },
});

export default upload;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/{type}/upload": typeof upload;
  }
}
