import { z } from "zod";
import { member } from "#kit/access.ts";
import { autoPageViews } from "#kit/auto-page.ts";
import { defineCall } from "#kit/call.ts";
import { searchOf } from "../page-filters.server.ts";
import { pageTypeInput, periodInput } from "../page-input.server.ts";
import { periodOf } from "../period.server.ts";
import { findWidget, readAutoPage } from "../read-page.server.ts";
import { widgetReader } from "../widget-reader.server.ts";

const autoPageWidget = defineCall({
  method: "GET",
  path: "paas/autoPage/widget",
  envelope: "data",
  title: {
    zh: "获取自动页面上一个组件的数据",
    en: "Get the data of one component of an auto page, of the records that you can read",
  },
  access: member,
  limit: { max: 600, windowSeconds: 60 },
  input: z.strictObject({
    type: pageTypeInput,
    kind: z.enum(autoPageViews),
    /** The id of the widget on the page. */
    widget: z.string().max(40),
    /** The values of the search form of a report, by field, as JSON. */
    fields: z.string().max(4000).optional(),
    ...periodInput,
  }),
  output: z.strictObject({
    /** The type of the widget, which decides what its data are. */
    name: z.string(),
    value: z.record(z.string(), z.unknown()),
    data: z.unknown(),
  }),
  async run({ type, kind, widget, fields, timeZone, compare, ...input }, context) {
    const page = await readAutoPage(context, type, kind);
    const { definition, value } = findWidget(page, widget);
    const period = kind !== "index" ? periodOf({ ...input, days: input.days ?? page.days }, timeZone) : undefined;
    const search = searchOf(context, page, { type, kind, fields });
    const reader = widgetReader(context, { period, search, isCompared: compare === "1", timeZone });
    return { name: definition.name, value, data: await definition.load(value as never, reader) };
  },
});

export default autoPageWidget;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/autoPage/widget": typeof autoPageWidget;
  }
}
