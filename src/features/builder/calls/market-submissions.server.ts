import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { marketKindNames } from "#kit/market.ts";
import { isLocale, locales, textIn } from "#kit/text.ts";
import { findItem, listSubmissions } from "#features/builder/market/door.server.ts";
import { pagingInput, previewUrlOf } from "#features/builder/market/entry.server.ts";
import { outwardLinks } from "#features/builder/market/review.server.ts";

const marketSubmissions = defineCall({
  method: "GET",
  path: "Api/Market/Submissions",
  envelope: "site",
  title: { zh: "查询待审核的市场项目", en: "List the items that wait for the platform’s review, the oldest first" },
  access: superAdmin,
  input: z.object(pagingInput),
  output: z.object({
    pageIndex: z.number(),
    pageSize: z.number(),
    total: z.number(),
    rows: z.array(
      z.object({
        id: z.string(),
        /** That of its row, which the decision names. */
        version: z.number(),
        kind: z.enum(marketKindNames),
        classId: z.string(),
        name: z.string(),
        intro: z.string(),
        image: z.string(),
        languages: z.array(z.enum(locales)),
        records: z.number(),
        /** The number of pages that come with a theme; 0 for other kinds. */
        pages: z.number(),
        edition: z.number(),
        /** The edition that others see already; null for none. */
        offeredEdition: z.number().nullable(),
        spaceName: z.string(),
        submittedAt: z.string(),
        url: z.string(),
        /** Where its links lead outside of a site. */
        links: z.array(z.string()),
      }),
    ),
  }),
  async run({ pageIndex, pageSize }, { principal, services, locale }) {
    const { total, rows } = await listSubmissions(services, { pageIndex, pageSize });
    const described = rows.map(async ({ name, intro, languages, spaceName, ...row }) => {
      const { id, edition } = row;
      const item = await findItem(services, principal, { id, edition, access: "reviewer" });
      return {
        ...row,
        name: textIn(name, locale),
        intro: textIn(intro, locale),
        languages: languages.split(",").filter(isLocale),
        spaceName: textIn(spaceName, locale),
        url: previewUrlOf(services.pepper, { id, edition, state: "review" }),
        links: item === undefined ? [] : outwardLinks(item.document),
      };
    });
    return { pageIndex, pageSize, total, rows: await Promise.all(described) };
  },
});

export default marketSubmissions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/Submissions": typeof marketSubmissions;
  }
}
