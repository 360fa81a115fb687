import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { menuGroup } from "#kit/site-schema.ts";
import { readSite } from "#records/site/site.server.ts";
import { readThemeId, readThemePage, refuseForeignTheme, wireWidget, wireWidgets } from "../theme-page.server.ts";
import { themeRefusals } from "../theme-refusals.ts";

const diyInfo = defineCall({
  method: "POST",
  path: "Api/SiteTheme/DiyInfo",
  envelope: "site",
  title: { zh: "打开要设计的主题", en: "Open a theme for design: a page of it as the builder reads it" },
  // Whoever may not design the theme gets the fixed message instead of that of the access rules.
  access: member,
  safe: true,
  input: z.object({
    themeId: z.string().max(60).optional(),
    /** Required by the contract; the page follows from `themeId` and `pageId`. */
    diyPageInfo: z.unknown(),
    /** The account of the session; another one is refused. */
    userId: z.string().max(60).optional(),
    /** The page to design; by default the home page. */
    pageId: z.string().max(60).optional(),
  }),
  /** N-012. `mobileWidgets`: what a phone shows, which is the same page. */
  output: z.object({
    pageId: z.string(),
    clientHost: z.string(),
    page: z.object({
      widgets: z.array(wireWidget),
      mobileWidgets: z.array(wireWidget),
      headTab: z.object({ tabId: z.string() }),
    }),
    theme: z.object({ id: z.string(), menu: z.array(menuGroup) }),
  }),
  run({ themeId, userId, pageId }, { principal, services }) {
    const id = readThemeId(themeId);
    if (userId !== undefined && userId !== principal.accountId)
      throw new Problem("forbidden", themeRefusals.notAllowed);
    return services.database.tenant(principal.tenantId, async (tx) => {
      await refuseForeignTheme(tx, principal, id);
      const draft = await readThemePage(tx, principal, { themeId: id, pageId });
      const { menu } = await readSite(tx.rows, principal.tenantId);
      const widgets = wireWidgets(draft.page);
      return {
        pageId: draft.id,
        clientHost: (await services.tenants.originOf(principal.tenantId)) ?? "",
        page: { widgets, mobileWidgets: widgets, headTab: { tabId: "" } },
        theme: { id, menu },
      };
    });
  },
});

export default diyInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SiteTheme/DiyInfo": typeof diyInfo;
  }
}
