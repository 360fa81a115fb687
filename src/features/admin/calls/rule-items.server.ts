import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { ruleItemsOf } from "#records/describe/rule-items.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { advancedOutput } from "#records/describe/auto-output.server.ts";

const ruleItems = defineCall({
  method: "GET",
  path: "paas/role/conditions",
  envelope: "data",
  title: {
    zh: "查询角色可按哪些条件限定数据",
    en: "Get the conditions by which a role can limit the rows of an entity",
  },
  access: administrator,
  input: z.strictObject({ type: typeInput }),
  output: advancedOutput,
  async run({ type }, context) {
    const entity = context.entities.find(type);
    guard(context.principal, entity, "read");
    return ruleItemsOf(context.services.database, context, entity);
  },
});

export default ruleItems;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/role/conditions": typeof ruleItems;
  }
}
