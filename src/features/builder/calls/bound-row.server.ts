import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isRowBinding, type RowBinding, rowBindingLimits } from "#kit/row-binding.ts";
import { locales } from "#kit/text.ts";
import { readBoundRow } from "#records/visitors/visitor-rows.server.ts";

const maxFields = 100;
const words = () => z.exactOptional(z.string());

const boundRow = defineCall({
  method: "POST",
  path: "Api/SitePage/QueryBoundRow",
  envelope: "site",
  title: {
    zh: "查询页面数据",
    en: "Get the first row that a page shows with this binding, as visitors see it; null if there is none",
  },
  access: rowAccess("read", "page"),
  safe: true,
  input: z.strictObject({
    binding: z.unknown().refine((value): value is RowBinding => isRowBinding(value)),
    names: z.array(z.string().max(rowBindingLimits.name)).max(maxFields),
    language: z.enum(locales),
  }),
  output: z.nullable(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      values: z.record(z.string(), z.strictObject({ text: words(), picture: words(), link: words() })),
    }),
  ),
  async run({ binding, names, language }, { principal: { tenantId }, entities, services: { database } }) {
    const reader = { database, entities, tenantId, locale: language };
    return (await readBoundRow(reader, binding, { id: undefined, names })) ?? null;
  },
});

export default boundRow;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/QueryBoundRow": typeof boundRow;
  }
}
