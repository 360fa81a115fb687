import { guardPage } from "#records/registry/guard.server.ts";
import { z } from "zod";
import { defineCall } from "#kit/call.ts";
import { columnChoices, visibleColumns } from "#records/describe/columns.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { layoutShape, readLayout } from "../layouts.server.ts";

const listColumns = defineCall({
  method: "GET",
  path: "paas/table/columns",
  envelope: "data",
  title: {
    zh: "获取列表可选的列和当前列设置",
    en: "Get the columns that a list can show, and its layout for the reader",
  },
  access: { verb: "read", by: "person" },
  input: z.strictObject({ type: typeInput, view: idInput.optional() }),
  output: z.object({
    /** All available columns; `isDefault`: in the default layout, in this order. */
    choices: z.array(z.object({ field: z.string(), name: z.string(), isDefault: z.boolean(), isTitle: z.boolean() })),
    /** Absent: the default layout. */
    layout: layoutShape.optional(),
  }),
  async run({ type, view }, { principal, entities, locale, services }) {
    const entity = entities.find(type);
    guardPage(principal, entity, "list");
    const { readable } = viewOf(principal, entity);
    const layout = await readLayout(services.database, principal, { entity, viewId: view });
    return {
      choices: columnChoices(readable).map((field) => ({
        field,
        name: readable.fields[field]!.name[locale],
        isDefault: readable.list.columns.includes(field),
        isTitle: field === readable.titleField,
      })),
      ...(layout === undefined ? {} : { layout: { ...layout, columns: visibleColumns(readable, layout) } }),
    };
  },
});

export default listColumns;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/table/columns": typeof listColumns;
  }
}
