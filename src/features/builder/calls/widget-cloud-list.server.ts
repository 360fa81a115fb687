import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { textIn } from "#kit/text.ts";
import { listEntries } from "#features/builder/market/door.server.ts";
import { widgetNameOf } from "#features/builder/market/take.server.ts";
import { dataPlaceOf } from "#features/builder/wire/page-id.server.ts";
import { cloudWidget } from "#features/builder/market/entry.server.ts";

/** The maximum number of listed cloud widgets. */
const maxWidgets = 100;

const widgetCloudList = defineCall({
  method: "GET",
  path: "Api/WidgetCloud/List",
  envelope: "site",
  title: { zh: "查询云组件", en: "List the cloud components made from a component, the newest first" },
  access: rowAccess("read", "page"),
  /** The name of a definition (`hero`), or the data id of a component on a page. */
  input: z.object({ widgetId: z.string().min(1).max(120) }),
  output: z.array(cloudWidget),
  async run({ widgetId: given }, context) {
    const { principal, services, locale } = context;
    const widgetId = given.includes(".") ? await widgetNameOf(context, dataPlaceOf(given)) : given;
    const page = { pageIndex: 1, pageSize: maxWidgets };
    const { rows } = await listEntries(services, principal, { kinds: ["widget"], widgetId }, page);
    return rows.map(({ id, name, image, ...entry }) => ({
      id,
      name: textIn(name, locale),
      image,
      widgetId: entry.widgetId,
    }));
  },
});

export default widgetCloudList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/WidgetCloud/List": typeof widgetCloudList;
  }
}
