import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageSetting } from "#kit/page-schema.ts";
import {
  readThemeId,
  readThemePage,
  refuseForeignTheme,
  siteCodeType,
  wireWidget,
  wireWidgets,
} from "../theme-page.server.ts";

const diyPageInfo = defineCall({
  method: "GET",
  path: "Api/SiteTheme/DiyPageInfo",
  envelope: "site",
  title: { zh: "查询主题的页面信息", en: "Get the page information of a theme: its home page" },
  // Whoever may not design the theme gets the fixed message instead of that of the access rules.
  access: member,
  input: z.object({ themeId: z.string().max(60).optional() }),
  /** N-014. `adminUrl` and `url`: where the page is designed and where visitors find it. */
  output: z.object({
    page: z.object({ isLayoutPage: z.literal(false), widgets: z.array(wireWidget), setting: pageSetting }),
    themeRoute: z.object({ prefix: z.string() }),
    codeType: z.number(),
    clientType: z.string(),
    themeId: z.string(),
    projectInfo: z.object({ adminUrl: z.string(), url: z.string() }),
  }),
  run({ themeId }, { principal, services }) {
    const id = readThemeId(themeId);
    return services.database.tenant(principal.tenantId, async (tx) => {
      await refuseForeignTheme(tx, principal, id);
      const draft = await readThemePage(tx, principal, { themeId: id });
      const origin = (await services.tenants.originOf(principal.tenantId)) ?? "";
      return {
        page: { isLayoutPage: false as const, widgets: wireWidgets(draft.page), setting: draft.page.setting },
        themeRoute: { prefix: "" },
        codeType: siteCodeType,
        // Documents are the same for every kind of client.
        clientType: "WapH5",
        themeId: id,
        projectInfo: { adminUrl: `/builder/${draft.id}`, url: `${origin}${draft.path}` },
      };
    });
  },
});

export default diyPageInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteTheme/DiyPageInfo": typeof diyPageInfo;
  }
}
