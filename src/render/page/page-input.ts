import type { ClientType } from "#kit/client-type.ts";
import type { MapTiles } from "#kit/map-area.ts";
import type { PageDocument } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { PageDescription, RefusedForm, StaticExport } from "#kit/widget.ts";
import type { FontUrls } from "./style.ts";

export type PageInput = {
  page: PageDocument;
  /** Ids of records that could not be read; each is replaced by a placeholder. */
  broken: ReadonlySet<string>;
  site: Site;
  locale: Locale;
  client: ClientType;
  /** Path without query, as used in links. */
  path: string;
  /** The parameters of the query on which the page depends: "" or "?id=7". */
  query: string;
  /** A submitted form with problems, which is shown to the sender again. */
  refusedForm?: RefusedForm | undefined;
  /** What the widgets set for the page, such as a title; it overrides the page's own settings. */
  pageDescription: PageDescription;
  /** Scheme and host, for the absolute URLs that search engines require. */
  origin: string;
  /** The results of the widgets' `load`, by record id. */
  data: ReadonlyMap<string, unknown>;
  assets: PageAssets;
  /** The source of map tiles; undefined if the operator has set none. */
  mapTiles: (MapTiles & { origin: string }) | undefined;
  /** The address from which visitors load the characters of a stored font; absent where nobody has a theme of the space. */
  subsetUrl?: ((font: string, counts: ReadonlyMap<number, number>) => string) | undefined;
  /** Attributes of the <html> element: settings of the server for scripts of the page. */
  attributes: Readonly<Record<string, string>>;
  /** See `RenderContext`. */
  staticExport?: StaticExport | undefined;
  /** False for error pages such as "not found": they have no canonical link and are not indexed. */
  isIndexed: boolean;
  /** Called for every widget or node whose rendering failed; a placeholder replaces it. */
  onBroken: (recordId: string, error: unknown) => void;
};

/** Addresses of built files. */
export type PageAssets = { islands: string; fonts: FontUrls };
