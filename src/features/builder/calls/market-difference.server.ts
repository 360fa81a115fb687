import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { textIn } from "#kit/text.ts";
import { cleanDocument } from "#features/builder/market/clean-document.server.ts";
import { findItem, itemNotFound } from "#features/builder/market/door.server.ts";
import { itemFor } from "#features/builder/market/take.server.ts";

const editionNumber = () => z.coerce.number().int().min(1).max(100_000);

const marketDifference = defineCall({
  method: "GET",
  path: "Api/Market/Difference",
  envelope: "site",
  title: { zh: "比较市场项目的两个版本", en: "Get two editions of an item of the market, to compare them" },
  access: rowAccess("read", "page"),
  input: z.object({ id: z.uuid(), from: editionNumber(), to: editionNumber().optional() }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    from: z.number(),
    to: z.number(),
    /** Null for an edition that is not stored any more. Records have the same ids in all editions. */
    before: z.nullable(pageDocument),
    after: pageDocument,
  }),
  async run({ id, from, to }, context) {
    const { principal, services, locale } = context;
    const { entry, document } = await itemFor(context, { id, edition: to });
    const { page: after } = cleanDocument(document).document;
    if (after === undefined) throw itemNotFound();
    const earlier = await findItem(services, principal, { id, edition: from });
    const before = earlier === undefined ? undefined : cleanDocument(earlier.document).document.page;
    return { id, name: textIn(entry.name, locale), from, to: entry.edition, before: before ?? null, after };
  },
});

export default marketDifference;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/Difference": typeof marketDifference;
  }
}
