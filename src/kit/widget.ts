import type { ReactNode } from "react";
import type { Fields, ValuesOf } from "./field.ts";
import type { Filter, SortOrder } from "./filter.ts";
import type { Entities, EntityType, Row } from "./entity.ts";
import type { Site } from "./site.ts";
import type { Locale, Text } from "./text.ts";
import type { PageRecord } from "./page.ts";

/** Every widget adds itself here: `interface Widgets { hero: typeof hero }`. */
export interface Widgets {}
export type WidgetName = keyof Widgets & string;

/** What a widget's `load` may reach: published rows of its own tenant, read-only. Everything it reads tags the cached page. */
export type LoadContext = {
  locale: Locale;
  list: <T extends EntityType>(
    type: T,
    query: { filter?: Filter; sort?: SortOrder; limit: number },
  ) => Promise<Row<Entities[T]>[]>;
};

/** What every widget and node can see while it renders, in the browser's canvas and on the server alike. */
export type RenderContext = {
  locale: Locale;
  site: Site;
  /** Path of the page being shown, without query, for `aria-current`. */
  path: string;
  /** Gives wording in the page's language. */
  say: (text: Text) => string;
};

export type WidgetProps<S extends Fields, D> = {
  value: ValuesOf<S>;
  data: D;
  context: RenderContext;
  /** The canvas nodes inside, for a widget that holds some. */
  children?: ReactNode;
};

export type WidgetDefinition<S extends Fields = Fields, D = unknown> = {
  /** The widget's word on the wire and in `data-widget`; also the file's name. */
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
  /** CSS declarations that follow from one widget's value (as for nodes): they become a rule of the page. */
  style?: (value: ValuesOf<S>) => Record<string, string>;
  /** True when canvas nodes can be placed inside. */
  holdsNodes?: boolean;
};

/** Declares a widget. The file's name must be its `name`. */
export function defineWidget<const S extends Fields, D = undefined>(
  definition: WidgetDefinition<S, D>,
): WidgetDefinition<S, D> {
  return definition;
}

/** A widget as it stands in a page document. */
export type PlacedWidget = Extract<PageRecord, { kind: "widget" }>;
