import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import { wireData, wireDataOf } from "#features/builder/wire/component.server.ts";
import { componentOn } from "#features/builder/wire/edits.server.ts";
import { dataPlaceOf } from "#features/builder/wire/page-id.server.ts";

const queryWidgetData = defineCall({
  method: "GET",
  path: "Api/widgetData/QueryById",
  envelope: "site",
  title: { zh: "查询组件数据", en: "Get the settings of a component of a page" },
  access: rowAccess("read", "page"),
  input: z.object({ id: z.string().max(120) }),
  output: wireData,
  run: ({ id: dataId }, { principal, services, locale }) => {
    const { pageId, id } = dataPlaceOf(dataId);
    return services.database.tenant(principal.tenantId, async (tx) =>
      wireDataOf(pageId, componentOn(await readDraft(tx, principal, pageId), id), locale),
    );
  },
});

export default queryWidgetData;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/widgetData/QueryById": typeof queryWidgetData;
  }
}
