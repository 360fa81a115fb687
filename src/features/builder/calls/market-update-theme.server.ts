import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { textIn } from "#kit/text.ts";
import { updateTheme } from "#features/builder/market/theme-update.server.ts";

const marketUpdateTheme = defineCall({
  method: "POST",
  path: "Api/Market/UpdateTheme",
  envelope: "site",
  title: {
    zh: "把主题和它的页面更新到市场中的新版本，全部成功或全部不变",
    en: "Bring a theme and its pages to a later edition of the market, all or nothing; it can be undone",
  },
  access: rowAccess("update", "theme"),
  stepUp: true,
  idempotent: true,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ themeId: z.uuid(), edition: z.int().min(1).max(100_000) }),
  output: z.object({
    edition: z.number(),
    /** The number of pages whose drafts were changed. */
    changed: z.number(),
    /** The drafts that were added; `wantedPath` is the address in the item, which another page of the theme may have. */
    added: z.array(z.object({ id: z.string(), path: z.string(), wantedPath: z.string(), title: z.string() })),
  }),
  async run(input, context) {
    const { added, ...updated } = await updateTheme(context, input);
    return { ...updated, added: added.map((page) => ({ ...page, title: textIn(page.title, context.locale) })) };
  },
});

export default marketUpdateTheme;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/UpdateTheme": typeof marketUpdateTheme;
  }
}
