import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { advancedItemsOf } from "#records/describe/advanced.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { advancedOutput } from "#records/describe/auto-output.server.ts";

const advancedSearch = defineCall({
  method: "GET",
  path: "paas/table/advanced",
  envelope: "data",
  title: {
    zh: "获取高级搜索表单",
    en: "Get the fields of an auto table’s advanced search, and how each can be compared",
  },
  access: rowAccess("read"),
  input: z.strictObject({ type: typeInput }),
  output: advancedOutput,
  run: async ({ type }, { principal, entities, locale }) =>
    advancedItemsOf(viewOf(principal, entities.find(type)).readable, locale),
});

export default advancedSearch;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/table/advanced": typeof advancedSearch;
  }
}
