import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { widgetIdAt, wireComponent, wireComponentOf } from "#features/builder/wire/component.server.ts";
import { restyle } from "#features/builder/wire/edits.server.ts";
import { dataPlaceIn, pageIdOf, revOf } from "#features/builder/wire/page-id.server.ts";
import { saveComponent } from "#features/builder/wire/save-component.server.ts";

const changeWidgetStyle = defineCall({
  method: "POST",
  path: "Api/WidgetData/ChangeStyle",
  envelope: "site",
  title: {
    zh: "更换组件样式",
    en: "Change settings of a component, or replace it by another one of its kind that keeps what both have",
  },
  access: rowAccess("update", "page"),
  largeInput: true,
  input: z.strictObject({
    widget: z.object({
      dataId: z.string().max(120),
      /** Another component: its `widgetId`, or its `componentPath` from the list of components. */
      widgetId: z.string().max(60).optional(),
      componentPath: z.string().max(80).optional(),
      style: z.record(z.string(), z.unknown()).default({}),
      border: z.record(z.string(), z.unknown()).default({}),
    }),
    diyPageInfo: z.unknown().optional(),
  }),
  output: wireComponent,
  async run({ widget, diyPageInfo }, context) {
    const pageId = pageIdOf(diyPageInfo);
    const { id } = dataPlaceIn(pageId, widget.dataId);
    const widgetId = widget.widgetId ?? widgetIdAt(widget.componentPath);
    const border = Object.keys(widget.border).length === 0 ? {} : { borderSetting: widget.border };
    const { component } = await saveComponent(context, { pageId, baseRev: revOf(diyPageInfo) }, (draft) =>
      restyle(draft, { id, widgetId, style: { ...widget.style, ...border } }),
    );
    return wireComponentOf(pageId, component, context.locale)!;
  },
});

export default changeWidgetStyle;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/WidgetData/ChangeStyle": typeof changeWidgetStyle;
  }
}
