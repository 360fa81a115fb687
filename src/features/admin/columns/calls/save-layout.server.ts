import { guardPage } from "#records/registry/guard.server.ts";
import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { checkLayout, layoutShape, saveLayout as save } from "../layouts.server.ts";

const saveLayout = defineCall({
  method: "POST",
  path: "paas/table/layout",
  envelope: "site",
  title: {
    zh: "保存我的列表列设置",
    en: "Save my layout of a list, or of a list in a saved view: columns, their order and widths; null restores the default",
  },
  access: { verb: "read", by: "person" },
  input: z.strictObject({ type: typeInput, view: idInput.optional(), layout: layoutShape.nullable() }),
  output: z.null(),
  async run({ type, view, layout }, { principal, entities, services }) {
    const entity = entities.find(type);
    guardPage(principal, entity, "list");
    if (layout !== null) checkLayout(viewOf(principal, entity).readable, layout);
    await save(services.database, principal, { entity, viewId: view }, layout);
    return null;
  },
});

export default saveLayout;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/table/layout": typeof saveLayout;
  }
}
