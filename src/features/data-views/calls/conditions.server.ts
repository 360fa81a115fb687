import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { viewLimits } from "#kit/joined-view.ts";
import { findIn } from "#records/change/view-check.server.ts";
import { advancedOutput } from "#records/describe/auto-output.server.ts";
import { viewConditionItems } from "../condition-items.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { valueInput } from "../view-draft.server.ts";

const conditions = defineCall({
  method: "POST",
  path: "paas/collectData/conditions",
  envelope: "data",
  title: {
    zh: "获取视图的条件可用的字段与比较方式",
    en: "List the fields that the conditions of a data view can compare, with their operators",
  },
  access: administrator,
  safe: true,
  limit: { max: 240, windowSeconds: 60 },
  input: z.strictObject({
    base: typeInput,
    /** The columns and conditions of the view: fields of the records that they join are listed, too. */
    values: z.array(valueInput).max(viewLimits.columns + viewLimits.conditions),
  }),
  output: advancedOutput,
  run({ base: type, values }, { principal, entities, locale }) {
    const base = entities.find(type);
    guard(principal, base, "read");
    return viewConditionItems({ find: findIn(entities), principal, base }, values, locale);
  },
});

export default conditions;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/collectData/conditions": typeof conditions;
  }
}
