import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isRowRule } from "#kit/row-rule.ts";
import { countRule } from "#records/describe/rule-items.server.ts";
import { filterInput, typeInput } from "#records/query/row-input.server.ts";
import { badFilter } from "#records/query/where.server.ts";
import { guard } from "#records/registry/guard.server.ts";

const ruleCount = defineCall({
  method: "POST",
  path: "paas/role/rows",
  envelope: "data",
  title: { zh: "统计符合角色条件的数据", en: "Count the rows of an entity that meet the conditions of a role" },
  access: administrator,
  input: z.strictObject({ type: typeInput, rows: filterInput }),
  /** `of`: all rows that the administrator may read. Both are counted up to 10,001. */
  output: z.strictObject({ count: z.number(), of: z.number() }),
  async run({ type, rows }, { principal, entities, services }) {
    const entity = entities.find(type);
    guard(principal, entity, "read");
    if (!isRowRule(rows)) throw badFilter;
    return countRule(services.database, principal, entity, rows);
  },
});

export default ruleCount;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/role/rows": typeof ruleCount;
  }
}
