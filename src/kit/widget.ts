import type { MarketListing, MarketQuery } from "./market.ts";
import type { ReactNode } from "react";
import type { WithClientLimits } from "./client-limit.ts";
import type { Fields, ValuesOf } from "./field.ts";
import type { Filter, SortOrder } from "./filter.ts";
import type { Entities, EntityType, Row } from "./entity.ts";
import type { WithIsland } from "./island.ts";
import type { MapTiles } from "./map-area.ts";
import type { Prose } from "./prose.ts";
import type { RichText } from "./rich-text.ts";
import type { RowBinding, RowItem } from "./row-binding.ts";
import type { MenuGroup } from "./menu-groups.ts";
import type { Site } from "./site.ts";
import type { SiteTemplate } from "./site-template.ts";
import type { Locale, Text } from "./text.ts";
import type { PageRecord } from "./page.ts";
import { checkVersion, type Versioned } from "./versioned.ts";

/** Every widget adds itself here: `interface Widgets { hero: typeof hero }`. */
export interface Widgets {}
export type WidgetName = keyof Widgets & string;

/** A widget's contribution to the page's head, if it depends on loaded data: an article sets the page title. */
export type PageDescription = {
  title?: string;
  description?: string;
  /** The canonical path of this content, if it is available at several. */
  canonical?: string;
  /** False for pages that search engines should not index. */
  isIndexed?: boolean;
  /** The drawing (`ui/art/drawings.ts`) shown in previews of the page when its address is shared. */
  drawing?: string;
  /** Structured data (schema.org) about what the page shows. */
  structured?: Record<string, unknown>;
};

/** What a widget's `load` can access: published rows of its own tenant, read-only. Everything it reads tags the cached page. */
export type LoadContext = {
  locale: Locale;
  /** Path of the rendered page, as used in links. */
  path: string;
  /** The site of the page. */
  site: Site;
  list: <T extends EntityType>(
    type: T,
    query: {
      filter?: Filter;
      /** A search by words: each word occurs in one of the row's texts; best matches first. Paged by `page` only. */
      find?: string;
      /** Without it, rows are in the order that the entity declares for sites. */
      sort?: SortOrder;
      limit: number;
      page?: number;
      fields?: readonly string[];
      /** Id of a row: only rows after it, or before it. */
      after?: string;
      before?: string;
    },
  ) => Promise<Row<Entities[T]>[]>;
  /** How many rows a list has, counted up to 10,001. */
  count: <T extends EntityType>(type: T, query?: { filter?: Filter; find?: string }) => Promise<number>;
  /** The rows of a binding, as visitors may read them: none that they may not, whatever the binding names. */
  items: (binding: RowBinding | null) => Promise<RowItem[]>;
  /**
   * A parameter of the page's address: `key` and `id` from its path (`/web/{key}`), any other from its query. Pages are cached by the parameters that
   * were read. Undefined when it is missing, and in the builder.
   */
  param: (name: string) => string | undefined;
  /** True for a draft, in the builder or behind a share link: it has no public address with parameters. */
  isPreview: boolean;
  /** The templates of sites that this program offers. */
  templates: () => readonly SiteTemplate[];
  /** The menu of the builder as visitors see it, which the space can arrange. */
  builderMenu: () => Promise<readonly MenuGroup[]>;
  /** Items of the market that spaces and the platform offer. */
  market: (query: MarketQuery) => Promise<MarketListing>;
  /** Renders Markdown, or a stored formatted text. */
  markdown: (text: string) => Prose;
  richText: (text: RichText | undefined) => Prose;
  describe: (page: PageDescription) => void;
  /** The content of this address does not exist: visitors get "404". */
  notFound: () => never;
  /** The content of this address is at another path of the site, or at an address that the site trusts: visitors are redirected. */
  redirectTo: (address: string) => never;
};

/** A submitted form that the server refused: its values and its problems, by field name. */
export type RefusedForm = { values: Record<string, string>; problems: Record<string, Text> };

/** `originalUrl`: the origin of the original site, to which parts that need the server link; undefined if they do not. */
export type StaticExport = { originalUrl: string | undefined };

/** The context in which widgets and nodes render, on the server and in the builder's canvas. */
export type RenderContext = {
  locale: Locale;
  site: Site;
  /** Path of the page being shown, without query, for `aria-current`. */
  path: string;
  /** The query parameters that the page depends on, as used in links: "" or "?q=...". */
  query: string;
  /** The text in the page's language. */
  t: (text: Text) => string;
  /** The source of map tiles; undefined if the operator has set none. */
  mapTiles?: MapTiles | undefined;
  /** True on a page whose forms are closed. */
  isReadOnly?: boolean;
  /** In a copy of the site that is only files: what needs the server is replaced by words. Undefined elsewhere. */
  staticExport?: StaticExport | undefined;
  /** The form that the visitor submitted without JavaScript and the server refused; undefined on all other pages. */
  refusedForm?: RefusedForm;
};

export type WidgetProps<S extends Fields, D> = {
  value: ValuesOf<S>;
  data: D;
  context: RenderContext;
  /** The canvas nodes inside, for a widget with `holdsNodes`. */
  children?: ReactNode;
};

export type WidgetDefinition<S extends Fields = Fields, D = unknown, V extends number = number> = {
  /** The widget's name on the wire and in `data-widget`; also the file's name. */
  name: string;
  title: Text;
  settings: S;
  /** A full value to start from, and what the conformance tests render. */
  example: ValuesOf<S>;
  /** Runs on the server before rendering. */
  load?: (value: ValuesOf<S>, context: LoadContext) => Promise<D>;
  Render: (props: WidgetProps<S, D>) => ReactNode;
  /** Plain CSS, put into a page only when the page uses the widget. */
  css?: string;
  /** CSS declarations derived from one widget's value (as for nodes): they become a rule of the page. */
  style?: (value: ValuesOf<S>) => Record<string, string>;
  /** Settings that may differ by the width of the page (as for nodes). */
  responsive?: readonly (keyof S & string)[];
  /** True when canvas nodes can be placed inside. */
  holdsNodes?: boolean;
} & Versioned<V> &
  WithClientLimits<ValuesOf<S>> &
  WithIsland;

/** Declares a widget. The file's name must be its `name`. */
export function defineWidget<const S extends Fields, D = undefined, const V extends number = 1>(
  definition: WidgetDefinition<S, D, V>,
): WidgetDefinition<S, D, V> {
  checkVersion(definition);
  return definition;
}

/** A widget in a page document. */
export type PlacedWidget = Extract<PageRecord, { kind: "widget" }>;
