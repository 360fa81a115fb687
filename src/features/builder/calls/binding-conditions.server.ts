import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { rowBindingLimits } from "#kit/row-binding.ts";
import { advancedItemsOf } from "#records/describe/advanced.server.ts";
import { advancedOutput } from "#records/describe/auto-output.server.ts";
import { isComparedBy, visitorSource } from "#records/visitors/visitor-source.server.ts";

const notPublic = { zh: "访客不能查看此数据", en: "Visitors may not read these records" };

const bindingConditions = defineCall({
  method: "GET",
  path: "Api/SitePage/BindingConditions",
  envelope: "site",
  title: {
    zh: "列出绑定数据可用的筛选字段",
    en: "Get the fields by which a component of a page can filter the rows of an entity, and how each can be compared",
  },
  access: rowAccess("read", "page"),
  input: z.strictObject({ type: z.string().max(rowBindingLimits.name) }),
  output: advancedOutput,
  async run({ type }, { entities, locale }) {
    const source = visitorSource(entities, type);
    if (source === undefined) throw new Problem("notFound", notPublic);
    return advancedItemsOf(source.readable, locale).filter(({ prop }) => isComparedBy(source, prop));
  },
});

export default bindingConditions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/BindingConditions": typeof bindingConditions;
  }
}
