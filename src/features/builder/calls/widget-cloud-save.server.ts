import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { offer } from "#features/builder/market/items.server.ts";
import { cloudWidget } from "#features/builder/market/entry.server.ts";
import { dataPlaceOf } from "#features/builder/wire/page-id.server.ts";

const widgetCloudSave = defineCall({
  method: "POST",
  path: "Api/WidgetCloud/Save",
  envelope: "site",
  title: {
    zh: "保存为云组件，提交平台审核",
    en: "Put a component into the cloud; others see it once the platform has reviewed it",
  },
  access: rowAccess("update", "marketItem"),
  idempotent: true,
  stepUp: true,
  /** `widgetId`: the data id of a component on a page. */
  input: z.strictObject({
    name: z.string().trim().min(1).max(60),
    image: z.string().max(300).regex(localPicturePattern).or(z.literal("")).optional(),
    widgetId: z.string().max(120),
  }),
  output: cloudWidget,
  async run({ name, image, widgetId }, context) {
    const { pageId, id } = dataPlaceOf(widgetId);
    const item = await offer(context, {
      kind: "widget",
      name: { [context.locale]: name },
      image: image === "" ? undefined : image,
      pageId,
      recordIds: [id],
      submit: true,
    });
    return { id: item.id, name, image: item.image, widgetId: item.widgetId };
  },
});

export default widgetCloudSave;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/WidgetCloud/Save": typeof widgetCloudSave;
  }
}
