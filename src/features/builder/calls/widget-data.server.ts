import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { locales } from "#kit/text.ts";
import { menuForVisitors } from "#records/describe/menus.server.ts";
import { publicRows } from "#records/site/public-rows.server.ts";
import { readItems } from "#records/visitors/visitor-rows.server.ts";
import { readSite } from "#records/site/site.server.ts";
import { widgets } from "#render/registry.ts";
import { checkRecord } from "#features/builder/server/record-check.server.ts";

const unknownWidget = { zh: "组件不存在", en: "Component not found" };
const wrongValue = { zh: "组件设置无效", en: "Invalid component settings" };

const widgetData = defineCall({
  method: "POST",
  path: "Api/SitePage/QueryWidgetData",
  envelope: "site",
  title: { zh: "查询组件数据", en: "Get the rows that a component shows with these settings, as visitors see them" },
  access: rowAccess("read", "page"),
  safe: true,
  largeInput: true,
  input: z.strictObject({
    name: z.string().max(60),
    value: z.record(z.string(), z.unknown()),
    language: z.enum(locales),
  }),
  output: z.object({ data: z.unknown() }),
  async run({ name, value, language }, { principal, entities, services }) {
    const definition = widgets.get(name);
    if (definition?.load === undefined) throw new Problem("notFound", unknownWidget);
    // Only the value is checked; id and order are placeholders.
    if (checkRecord({ kind: "widget", id: "wd_0000000000", order: "a0", name, value }).length > 0)
      throw new Problem("invalid", wrongValue);
    const { tenantId } = principal;
    const site = await readSite((query) => services.database.read(tenantId, query), tenantId);
    // The call does not say which page the component is on; rows are read as for the home page.
    const context = publicRows(services.database, {
      tenantId,
      entities,
      locale: language,
      site,
      path: "/index",
      market: services.market.items,
      items: (binding) => readItems({ database: services.database, entities, tenantId, locale: language }, binding),
      builderMenu: () => menuForVisitors(services.database, { tenantId, entities }, "builder"),
    });
    return { data: await definition.load(value as never, context) };
  },
});

export default widgetData;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/QueryWidgetData": typeof widgetData;
  }
}
