import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { marketKindNames } from "#kit/market.ts";
import { textIn } from "#kit/text.ts";
import { currentEditions } from "#features/builder/market/door.server.ts";
import { previewUrlOf } from "#features/builder/market/entry.server.ts";

const marketUpdates = defineCall({
  method: "POST",
  path: "Api/Market/Updates",
  envelope: "site",
  title: { zh: "查询已取用项目的新版本", en: "List later editions of items that a page was made with" },
  access: rowAccess("read", "page"),
  safe: true,
  input: z.strictObject({
    items: z.array(z.strictObject({ id: z.uuid(), edition: z.int().min(1).max(100_000) })).max(200),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(marketKindNames),
      name: z.string(),
      edition: z.number(),
      /** The edition that there is now. */
      latest: z.number(),
      url: z.string(),
    }),
  ),
  async run({ items }, { principal, services, locale }) {
    const current = await currentEditions(services, principal, [...new Set(items.map(({ id }) => id))]);
    const byId = new Map(current.map((entry) => [entry.id, entry]));
    return items.flatMap(({ id, edition }) => {
      const entry = byId.get(id.toLowerCase());
      // What came with a theme is updated with the theme.
      if (entry === undefined || entry.kind === "theme" || entry.edition <= edition) return [];
      const { kind, name, edition: latest } = entry;
      return [{ id, kind, name: textIn(name, locale), edition, latest, url: previewUrlOf(services.pepper, entry) }];
    });
  },
});

export default marketUpdates;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/Updates": typeof marketUpdates;
  }
}
