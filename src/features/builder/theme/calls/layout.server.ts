import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { clientTypes } from "#kit/client-type.ts";
import { Problem } from "#kit/problem.ts";
import { site as siteSchema } from "#kit/site-schema.ts";
import { readSite } from "#records/site/site.server.ts";
import { currentThemeId, readThemeId, siteCodeType } from "../theme-page.server.ts";
import { themeRefusals } from "../theme-refusals.ts";

const { shape } = siteSchema.def;
const head = z.object({
  name: shape.name,
  linksBefore: shape.linksBefore,
  menuName: shape.menuName,
  menu: shape.menu,
  linksAfter: shape.linksAfter,
});
const widgets = z.tuple([
  z.object({ id: z.literal("head"), name: z.literal("head"), value: head }),
  z.object({ id: z.literal("foot"), name: z.literal("foot"), value: shape.footer }),
]);

const layout = defineCall({
  method: "GET",
  path: "Api/SitePage/GetLayout",
  envelope: "site",
  title: { zh: "查询主题的布局", en: "Get the layout of the site’s theme: what stands above and below every page" },
  access: anyone,
  input: z.object({ themeId: z.string().max(60).optional(), clientType: z.enum(clientTypes) }),
  output: z.object({
    page: z.object({
      isLayoutPage: z.literal(true),
      widgets,
      setting: z.object({ showHead: z.boolean(), showFoot: z.boolean(), tokens: shape.tokens }),
    }),
    themeId: z.string(),
    codeType: z.number(),
    clientType: z.enum(clientTypes),
  }),
  run({ themeId, clientType }, { principal: { tenantId }, services }) {
    const id = readThemeId(themeId);
    return services.database.tenant(tenantId, async (tx) => {
      // Visitors see one theme only: that of the site.
      if ((await currentThemeId(tx, tenantId)) !== id) throw new Problem("notFound", themeRefusals.wrongAddress);
      const site = await readSite(tx.rows, tenantId);
      const { linksBefore, menuName, menu, linksAfter } = site;
      return {
        page: {
          isLayoutPage: true as const,
          widgets: [
            {
              id: "head",
              name: "head",
              value: { name: site.name, linksBefore, menuName, menu, linksAfter },
            },
            { id: "foot", name: "foot", value: site.footer },
          ] satisfies z.output<typeof widgets>,
          setting: { showHead: true, showFoot: true, tokens: site.tokens },
        },
        themeId: id,
        codeType: siteCodeType,
        clientType,
      };
    });
  },
});

export default layout;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/GetLayout": typeof layout;
  }
}
