import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { withPortableFiles } from "../folder-files.server.ts";
import { writeFolder } from "../folder.server.ts";
import { recordTransfer } from "../record-transfer.server.ts";
import { contentOfRow } from "../row-content.server.ts";
import { readSpaceRows, referencesBetween } from "../space-rows.server.ts";
import { inTransferQueue, storeExport } from "../stored-folder.server.ts";

const fileName = { zh: "空间配置", en: "configuration" };

const exportConfiguration = defineCall({
  method: "POST",
  path: "paas/transfer/export",
  envelope: "data",
  title: {
    zh: "导出空间配置：ZIP，每条配置一个 JSON 文件",
    en: "Export the configuration of the space as a ZIP with a JSON file for each row",
  },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.object({ value: z.string(), name: z.string(), rows: z.number() }),
  run: (_input, context) =>
    inTransferQueue(context.principal.accountId, async () => {
      const { services, principal, locale } = context;
      const { files, space } = await services.database.tenant(principal.tenantId, async (tx) => {
        const found = await readSpaceRows(tx, context);
        const references = referencesBetween(found.map(({ path, row: { id } }) => ({ path, id })));
        const contents = found.map(({ path, entity, row, part }) => {
          const name = services.contentParts.get(entity.type)?.name ?? "";
          const content = contentOfRow(entity, row, references);
          return { path, content: part === undefined ? content : { ...content, [name]: part.value } };
        });
        return {
          files: await withPortableFiles(tx, principal.tenantId, contents),
          space: await recordTransfer(tx, context, { verb: "configurationExport" }),
        };
      });
      const exportedAt = new Date();
      const bytes = await writeFolder({ space, exportedAt }, files);
      const name = `${fileName[locale]} ${exportedAt.toISOString().slice(0, 10)}.zip`;
      const file = await storeExport(services, principal, { name, bytes });
      return { value: file.url, name: file.name, rows: files.length };
    }),
});

export default exportConfiguration;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/transfer/export": typeof exportConfiguration;
  }
}
