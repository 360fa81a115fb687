import type { Services } from "#kit/call.ts";
import {
  marketClasses,
  marketClassNames,
  marketKinds,
  type MarketListing,
  marketPreviewUrl,
  type MarketQuery,
} from "#kit/market.ts";
import type { ThemePage } from "#kit/market-document.ts";
import type { StoredPage } from "#kit/page.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { type Text, textIn } from "#kit/text.ts";
import type { PublishedPage } from "#records/site/publish.server.ts";
import { siteTemplates, templatePage, withLinks } from "#records/site/site-templates.server.ts";
import { siteFrom } from "#records/site/site.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import { cleanDocument } from "./clean-document.server.ts";
import { findItem, listEntries, type MarketEntry, type MarketItem } from "./door.server.ts";
import { isPreviewToken, previewUrlOf } from "./entry.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    market: PublicMarket;
  }
}

/** Stands for a visitor of any space: no item is their own. */
const visitor = { kind: "visitor" as const, tenantId: "00000000-0000-0000-0000-000000000000" };

const bothLanguages = (value: unknown): Text => ({ zh: textIn(value, "zh"), en: textIn(value, "en") });

/** A page that comes with a theme, by its path or else the first one, as a site of its own: its links to the other pages lead to their previews. */
function themePageOf(
  { name, intro }: MarketEntry,
  { tokens, pages }: { tokens: ThemeTokens; pages: readonly ThemePage[] },
  { path, urlOf }: { path: string | undefined; urlOf: (path: string) => string },
): PublishedPage | undefined {
  const shown = pages.find((page) => path === undefined || page.path === path);
  if (shown === undefined) return undefined;
  const urls = new Map(pages.map((page) => [page.path, urlOf(page.path)]));
  const links = pages.map(({ page, path: target }) => ({
    name: bothLanguages(page.setting.title),
    url: urls.get(target)!,
    place: "before",
  }));
  return {
    pageId: "",
    document: withLinks(shown.page, urls) as unknown as StoredPage,
    params: {},
    parameters,
    isIndexed: false,
    isPreview: true,
    site: siteFrom({ name, description: intro, links, menu: [], ...tokens }),
  };
}

/** The parameters of the address of a preview. */
const parameters = ["id", "edition", "token", "page"];

/**
 * A page that shows an item: sections and pages in the look of the site at hand; of a theme the page at `path`, or the home page of a template for a theme
 * without pages.
 */
function pageOf(
  pepper: Pepper,
  { entry, document: stored }: MarketItem,
  path: string | undefined,
): PublishedPage | undefined {
  const { document } = cleanDocument(stored);
  if (document.page === undefined) {
    const { tokens, pages = [] } = document;
    const urlOf = (target: string) => previewUrlOf(pepper, entry, target);
    if (pages.length > 0) return themePageOf(entry, { tokens, pages }, { path, urlOf });
    const [template] = siteTemplates;
    const page = template && templatePage(template.key, undefined);
    const site = siteFrom({ name: entry.name, description: entry.intro, ...tokens });
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
    page?: string | undefined;
  }) => Promise<PublishedPage | undefined>;
};

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
    async preview({ id, edition: text = "", token, page }) {
      if (!uuidPattern.test(id)) return undefined;
      const edition = /^\d{1,6}$/.test(text) ? Number(text) : undefined;
      const isTrusted =
        token !== undefined && edition !== undefined && isPreviewToken(services.pepper, { id, edition, token });
      const query = isTrusted ? ({ id, edition, access: "address" } as const) : { id };
      const item = await findItem(services, visitor, query);
      return item && pageOf(services.pepper, item, page);
    },
  };
}
