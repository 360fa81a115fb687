import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { formatInput } from "../../export/export-request.server.ts";
import { makeTemplate } from "../template/template-file.server.ts";

const importTemplate = defineCall({
  method: "POST",
  path: "paas/import/template",
  envelope: "data",
  title: { zh: "下载导入模板", en: "Get a file without rows that has the columns to import" },
  access: { verb: "import", by: "person" },
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ type: typeInput, format: formatInput }),
  output: z.object({ value: z.string(), name: z.string() }),
  async run({ type, format }, { principal, entities, locale, services }) {
    const file = await makeTemplate(services, { principal, entity: entities.find(type), locale }, format);
    return { value: file.url, name: file.name };
  },
});

export default importTemplate;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/import/template": typeof importTemplate;
  }
}
