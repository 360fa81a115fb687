import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { autoPageKinds } from "#kit/auto-page.ts";
import { defineCall } from "#kit/call.ts";
import { periodInput } from "../page-input.server.ts";
import { periodOf } from "../period.server.ts";
import { readyWidget } from "../read-page.server.ts";
import { widgetReader } from "../widget-reader.server.ts";

const autoPagePreview = defineCall({
  method: "POST",
  path: "paas/autoPage/preview",
  envelope: "data",
  title: {
    zh: "预览一个尚未保存的组件的数据",
    en: "Get the data of a component that has not been saved, of the records that you can read",
  },
  access: administrator,
  safe: true,
  limit: { max: 600, windowSeconds: 60 },
  input: z.strictObject({
    kind: z.enum(autoPageKinds),
    /** The type of the widget, and its settings. */
    name: z.string().max(40),
    value: z.record(z.string(), z.unknown()),
    days: periodInput.days,
    timeZone: periodInput.timeZone,
  }),
  output: z.strictObject({ name: z.string(), value: z.record(z.string(), z.unknown()), data: z.unknown() }),
  async run({ kind, name, value: stored, days, timeZone }, context) {
    const { definition, value } = readyWidget(name, stored);
    const period = kind === "report" ? periodOf({ days }, timeZone) : undefined;
    const reader = widgetReader(context, { period, isCompared: false, timeZone });
    return { name, value, data: await definition.load(value as never, reader) };
  },
});

export default autoPagePreview;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/autoPage/preview": typeof autoPagePreview;
  }
}
