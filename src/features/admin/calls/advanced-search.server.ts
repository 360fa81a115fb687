import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listItemsOf } from "#records/describe/advanced.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { advancedOutput } from "#records/describe/auto-output.server.ts";

const advancedSearch = defineCall({
  method: "GET",
  path: "paas/table/advanced",
  envelope: "data",
  title: {
    zh: "获取高级搜索表单，包括关联数据的字段",
    en: "Get the fields of an auto table’s advanced search, also those of related records, and how each can be compared",
  },
  access: rowAccess("read"),
  input: z.strictObject({ type: typeInput }),
  output: advancedOutput,
  run: async ({ type }, context) => listItemsOf(context, context.entities.find(type), context.locale),
});

export default advancedSearch;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/table/advanced": typeof advancedSearch;
  }
}
