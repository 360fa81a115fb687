import type { PageDocument } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { PageDescription, Posted } from "#kit/widget.ts";
import type { FontUrls } from "./style.ts";

/** Clients a page is rendered for (B-205); every browser is `WapH5`. */
export type Client = "WapH5" | "WeChat" | "WeChatLite" | "AppPlus";

export type PageInput = {
  page: PageDocument;
  /** Ids of records that could not be read: a placeholder stands for each. */
  broken: ReadonlySet<string>;
  site: Site;
  locale: Locale;
  client: Client;
  /** Path without query, as used in links. */
  path: string;
  /** Those parts of the query that the page depends on: "" or "?id=7". */
  query: string;
  /** A refused form that is shown again to its sender. */
  posted?: Posted | undefined;
  /** The title and description from widgets, instead of the page's own settings. */
  described: PageDescription;
  /** Scheme and host, for the absolute links that search engines ask for. */
  origin: string;
  /** The results of the widgets' `load`, by record id. */
  data: ReadonlyMap<string, unknown>;
  assets: PageAssets;
  /** False for pages that say there is nothing: no canonical link, not to be indexed. */
  isIndexed: boolean;
  /** Called for every widget or node that failed; the page is rendered without it. */
  onBroken: (recordId: string, error: unknown) => void;
};

/** Addresses of built files. */
export type PageAssets = { islands: string; fonts: FontUrls };
