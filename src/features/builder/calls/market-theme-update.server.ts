import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { textIn } from "#kit/text.ts";
import { previewUrlOf } from "#features/builder/market/entry.server.ts";
import { readThemeUpdate } from "#features/builder/market/theme-update.server.ts";

const token = z.union([z.string(), z.number()]).nullable();
const tokenChange = z.object({ name: z.string(), before: token, after: token });

const themeUpdate = defineCall({
  method: "GET",
  path: "Api/Market/ThemeUpdate",
  envelope: "site",
  title: {
    zh: "查询主题在市场中的新版本和它带来的变化",
    en: "Get the later edition of a theme from the market, and what it changes of the theme and its pages",
  },
  access: rowAccess("read", "theme"),
  input: z.object({ themeId: z.uuid() }),
  output: z.object({
    /** The edition to which the last update can be taken back; null without an update. */
    undo: z.number().nullable(),
    /** Null for a theme that has the latest edition, or that is not from the market. */
    later: z.nullable(
      z.object({
        id: z.string(),
        name: z.string(),
        edition: z.number(),
        latest: z.number(),
        url: z.string(),
        /** False when the edition that the theme has is not stored any more: then all settings of the item count as changed. */
        isBaseKnown: z.boolean(),
        /** The tokens that change, with their values here. */
        tokens: z.array(tokenChange),
        /** The pages that change, as they are and as they would be; `before`: null for a page that is added. */
        pages: z.array(
          z.object({ path: z.string(), title: z.string(), before: z.nullable(pageDocument), after: pageDocument }),
        ),
      }),
    ),
  }),
  async run({ themeId }, context) {
    const { services, locale } = context;
    const { undo, later } = await readThemeUpdate(context, themeId);
    if (later === undefined) return { undo: undo ?? null, later: null };
    const { entry, edition, isBaseKnown, changes } = later;
    const { tokens, changed, added } = changes;
    const pages = [
      ...changed.map(({ page: { path }, before, after }) => ({ path, before, after })),
      ...added.map(({ path, page }) => ({ path, before: null, after: page })),
    ];
    return {
      undo: undo ?? null,
      later: {
        id: entry.id,
        name: textIn(entry.name, locale),
        edition,
        latest: entry.edition,
        url: previewUrlOf(services.pepper, entry),
        isBaseKnown,
        tokens: Object.entries(tokens).map(([name, change]) => ({ name, ...change }) as z.output<typeof tokenChange>),
        pages: pages.map((page) => ({ ...page, title: textIn(page.after.setting.title, locale) })),
      },
    };
  },
});

export default themeUpdate;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/ThemeUpdate": typeof themeUpdate;
  }
}
