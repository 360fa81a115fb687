import type { ComponentType } from "react";
import type { Fields, ValuesOf } from "./field.ts";
import type { Filter } from "./filter.ts";
import type { Locale, Text } from "./text.ts";

/** How the values of records become a figure. */
export const measures = ["count", "sum", "avg", "min", "max"] as const;
export type MeasureName = (typeof measures)[number];
export type Measure = { op: "count" } | { op: Exclude<MeasureName, "count">; field: string };

/** Consecutive days, both included, as `yyyy-MM-dd`. */
export type DayRange = { from: string; to: string };
/** The days of a figure, and those before them that it is compared with. */
export type ComparedRange = DayRange & { before?: DayRange };

/** The records that a figure is made of. */
export type FigureQuery = {
  /** The type of the entity. */
  source: string;
  measure: Measure;
  filter?: Filter | undefined;
  /** Only records whose time is within these days. */
  within?: DayRange | undefined;
  /** The field with the time of a record; by default when it was added. */
  timeField?: string | undefined;
};

export type FigureGroup = { key: string; name: string; color?: string; value: number };
/** A part of a timeline: the days from `from` to the next part. */
export type TimeStep = { from: string; value: number };
export type ListedRow = { id: string; title: string; at: string };

/** What a widget can read, with the rights of the person who looks at the page: rows that they may not read never count. */
export type AutoWidgetReader = {
  locale: Locale;
  /** The days of the report or, on an index page, the last `days` days; undefined for all time. */
  range: (days: string | null | undefined) => ComparedRange | undefined;
  /** The name of a list. @throws {Problem} notFound, or forbidden when the person may not read it */
  nameOf: (source: string) => string;
  /** The readable fields of an entity among these names; all columns of its list without names. */
  columns: (source: string, names: readonly string[]) => string[];
  mayAdd: (source: string) => boolean;
  /** The name of a field, or the word itself if the person may read no such field. */
  fieldName: (source: string, field: string) => string;
  /** The figure of all records; null without records, unless it counts. */
  total: (query: FigureQuery) => Promise<number | null>;
  /** The figures by the values of a field, the largest first. `rest`: counts and sums of the groups beyond `limit`, else 0. */
  groups: (query: FigureQuery & { groupBy: string; limit: number }) => Promise<{ groups: FigureGroup[]; rest: number }>;
  /** The figures of consecutive steps of `within`: days, or longer ones for longer periods. */
  timeline: (query: FigureQuery & { within: DayRange }) => Promise<TimeStep[]>;
  /** The first records by the time at which they were added. */
  rows: (query: {
    source: string;
    filter?: Filter | undefined;
    limit: number;
    oldestFirst: boolean;
  }) => Promise<ListedRow[]>;
  /** Reads a condition from JSON. @throws {Problem} badRequest */
  filter: (text: string | null | undefined) => Filter | undefined;
  /** The condition with one for the days of a report. */
  withDays: (
    source: string,
    filter: Filter | undefined,
    timeField: string | undefined,
    range: DayRange | undefined,
  ) => Filter;
};

/** What a setting chooses: an entity, or fields of the entity that the setting `source` names. The editor offers those that the person may read. */
export type SettingChoice = "entity" | "numberField" | "groupField" | "timeField" | "columns";

export type AutoWidgetProps<S extends Fields, D> = {
  data: D;
  value: ValuesOf<S>;
  title: string;
  /** Whether somebody has given it a title; else `title` is that of the widget. */
  isTitled: boolean;
  locale: Locale;
  /** Compact. */
  isSmall: boolean;
  /** The level of its heading, if it shows the title itself. */
  level: 2 | 3;
};

/** A widget of auto pages: one file under `features/autopage/widgets/`, named after `name`. */
export type AutoWidgetDefinition<S extends Fields = Fields, D = unknown> = {
  name: string;
  title: Text;
  /** The name of its icon. */
  icon: string;
  settings: S;
  choices?: { [K in keyof S]?: SettingChoice };
  /** Columns of the grid, and settings, of a new one. */
  newSpan?: number;
  newValue?: Readonly<Record<string, unknown>>;
  /** The widget shows the title itself. */
  hasTitle?: true;
  /** Columns of the grid on a phone; all of them by default. */
  narrowSpan?: number;
  /** Runs on the server, for one reader. */
  load: (value: ValuesOf<S>, reader: AutoWidgetReader) => Promise<D> | D;
  Show: ComponentType<AutoWidgetProps<S, D>>;
};

/** Declares a widget of auto pages. The cast is safe because a widget only gets its own values and data. */
export const defineAutoWidget = <const S extends Fields, D>(
  definition: AutoWidgetDefinition<S, D>,
): AutoWidgetDefinition => definition as unknown as AutoWidgetDefinition;
