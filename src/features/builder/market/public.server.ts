import type { Services } from "#kit/call.ts";
import {
  marketClasses,
  marketClassNames,
  marketKinds,
  type MarketListing,
  marketPreviewUrl,
  type MarketQuery,
} from "#kit/market.ts";
import type { StoredPage } from "#kit/page.ts";
import { type Text, textIn } from "#kit/text.ts";
import type { PublishedPage } from "#records/site/publish.server.ts";
import { siteTemplates, templatePage } from "#records/site/site-templates.server.ts";
import { siteFrom } from "#records/site/site.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { cleanDocument } from "./clean.server.ts";
import { findItem, listEntries, type MarketItem } from "./door.server.ts";
import { isPreviewToken } from "./entry.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    market: PublicMarket;
  }
}

/** Stands for a visitor of any space: no item is their own. */
const visitor = { kind: "visitor" as const, tenantId: "00000000-0000-0000-0000-000000000000" };

/** A page that shows an item: sections and pages in the look of the site at hand, a theme on the home page of a template. */
function pageOf({ entry, document: stored }: MarketItem): PublishedPage | undefined {
  const { document } = cleanDocument(stored);
  const parameters = ["id", "edition", "token"];
  if (document.page === undefined) {
    const [template] = siteTemplates;
    const page = template && templatePage(template.key, undefined);
    const site = siteFrom({ name: entry.name, description: entry.intro, ...document.tokens });
    return page && { ...page, parameters, site: { ...page.site!, name: site.name, tokens: site.tokens } };
  }
  // The document is plain JSON of today's format, as a stored page is.
  const page = document.page as unknown as StoredPage;
  return { pageId: "", document: page, params: {}, parameters, isIndexed: false, isPreview: true };
}

/** What everybody sees of the market. */
export type PublicMarket = {
  /** Offered items, the newest first. */
  items: (query: MarketQuery) => Promise<MarketListing>;
  /**
   * The page of a preview: of an offered item for everybody, of any other one for whoever has its address, which only its space and its reviewers get.
   * Undefined for an unknown item.
   */
  preview: (item: {
    id: string;
    edition?: string | undefined;
    token?: string | undefined;
  }) => Promise<PublishedPage | undefined>;
};

const bothLanguages = (value: unknown): Text => ({ zh: textIn(value, "zh"), en: textIn(value, "en") });

export function createMarket(services: Pick<Services, "database" | "pepper">): PublicMarket {
  return {
    async items({ kinds, classId: chosen, page, pageSize }) {
      const classId = marketClassNames.find((key) => key === chosen);
      const { total, rows } = await listEntries(services, visitor, { kinds, classId }, { pageIndex: page, pageSize });
      const items = rows.map(({ id, kind, name, intro, image, spaceName, isPlatform }) => ({
        id,
        kind: marketKinds[kind].name,
        url: marketPreviewUrl(id),
        name: bothLanguages(name),
        intro: bothLanguages(intro),
        image,
        spaceName,
        isPlatform,
      }));
      const classes = marketClassNames.map((key) => ({ key, name: marketClasses[key].name }));
      return { total, items, classes, classId };
    },
    async preview({ id, edition: text = "", token }) {
      if (!uuidPattern.test(id)) return undefined;
      const edition = /^\d{1,6}$/.test(text) ? Number(text) : undefined;
      const isTrusted =
        token !== undefined && edition !== undefined && isPreviewToken(services.pepper, { id, edition, token });
      const query = isTrusted ? ({ id, edition, access: "address" } as const) : { id };
      const item = await findItem(services, visitor, query);
      return item && pageOf(item);
    },
  };
}
