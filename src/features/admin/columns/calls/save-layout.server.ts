import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { columnChoices } from "#records/describe/columns.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { layoutShape, saveLayout as save } from "../layouts.server.ts";

const unknownColumn = { zh: "列不存在或无权查看", en: "This column does not exist, or you cannot read it" };

const saveLayout = defineCall({
  method: "POST",
  path: "paas/table/layout",
  envelope: "site",
  title: {
    zh: "保存我的列表列设置",
    en: "Save my layout of a list: columns, their order and widths; null restores the default",
  },
  access: { entity: "read", by: "person" },
  input: z.strictObject({ type: typeInput, layout: layoutShape.nullable() }),
  output: z.null(),
  async run({ type, layout }, { principal, entities, services }) {
    const entity = entities.find(type);
    const choices = new Set(columnChoices(viewOf(principal, entity).readable));
    // Each column once.
    if (layout?.columns.every(({ field }) => choices.delete(field)) === false)
      throw new Problem("badRequest", unknownColumn);
    await save(services.database, principal, entity.type, layout);
    return null;
  },
});

export default saveLayout;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/layout": typeof saveLayout;
  }
}
