import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { wireData, wireDataOf } from "#features/builder/wire/component.server.ts";
import { appendWidget, withValue } from "#features/builder/wire/edits.server.ts";
import { dataPlaceIn, pageIdOf, revOf } from "#features/builder/wire/page-id.server.ts";
import { dataObjectOf, saveComponent } from "#features/builder/wire/save-component.server.ts";

const saveWidgetData = defineCall({
  method: "POST",
  path: "api/widgetdata/save",
  envelope: "site",
  title: {
    zh: "保存组件数据",
    en: "Save the settings of a component of a page; without `dataId`, add the component at the end",
  },
  access: rowAccess("editContent", "page"),
  idempotent: true,
  largeInput: true,
  input: z.strictObject({
    /** The component; without it, a new one is added. */
    dataId: z.string().max(120).optional(),
    widgetId: z.string().max(60),
    diyPageInfo: z.unknown().optional(),
    /** 1: the value is saved. There is no other way. */
    saveType: z.literal(1),
    value: z.unknown().optional(),
  }),
  output: wireData,
  async run({ dataId, widgetId, diyPageInfo, value: sentValue }, context) {
    const pageId = pageIdOf(diyPageInfo);
    const value = dataObjectOf(sentValue);
    const place = dataId === undefined ? undefined : dataPlaceIn(pageId, dataId);
    return saveComponent(context, { pageId, baseRev: revOf(diyPageInfo) }, (draft) =>
      place === undefined
        ? appendWidget(draft, { widgetId, value })
        : withValue(draft, { id: place.id, widgetId, value }),
    ).then(({ component }) => wireDataOf(pageId, component, context.locale));
  },
});

export default saveWidgetData;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/widgetdata/save": typeof saveWidgetData;
  }
}
