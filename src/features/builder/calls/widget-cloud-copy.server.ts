import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { copyIntoPage, itemFor } from "#features/builder/market/take.server.ts";
import { isComponent, wireComponent, wireComponentOf } from "#features/builder/wire/component.server.ts";
import { dataNotFound, dataPlaceIn } from "#features/builder/wire/page-id.server.ts";

const widgetCloudCopy = defineCall({
  method: "POST",
  path: "Api/WidgetCloud/Copy",
  envelope: "site",
  title: {
    zh: "把云组件复制到页面",
    en: "Copy a cloud component into a page: in place of the component `dataId`, or at the end",
  },
  access: rowAccess("update", "page"),
  idempotent: true,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({
    cloudWidgetId: z.uuid(),
    sitePageId: z.uuid(),
    /** The open tab of the head of the page, as clients of the contract send it. */
    headTabId: z.string().max(60).optional(),
    dataId: z.string().max(120).optional(),
  }),
  output: wireComponent,
  async run({ cloudWidgetId, sitePageId: pageId, dataId }, context) {
    const place = dataId === undefined ? undefined : dataPlaceIn(pageId, dataId);
    const item = await itemFor(context, { id: cloudWidgetId, kinds: ["widget"] });
    const insertion = place === undefined ? { mode: "append" as const } : { mode: "at" as const, id: place.id };
    const [widget] = await copyIntoPage(context, { item, pageId, insertion });
    const component = isComponent(widget) ? wireComponentOf(pageId, widget, context.locale) : undefined;
    if (component === undefined) throw dataNotFound();
    return component;
  },
});

export default widgetCloudCopy;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/WidgetCloud/Copy": typeof widgetCloudCopy;
  }
}
