import type { Operator } from "./filter.ts";
import type { LocalizedValue, Text } from "./text.ts";

/** How a view combines the values of several related rows. */
export const aggregates = ["count", "sum", "average", "min", "max"] as const;
export type Aggregate = (typeof aggregates)[number];

export const aggregateNames: Record<Aggregate, Text> = {
  count: { zh: "计数", en: "Count" },
  sum: { zh: "合计", en: "Sum" },
  average: { zh: "平均值", en: "Average" },
  min: { zh: "最小值", en: "Minimum" },
  max: { zh: "最大值", en: "Maximum" },
};

/** Limits of a view: they bound the cost of its statement. */
export const viewLimits = { columns: 40, conditions: 10, steps: 3, joins: 8, aggregates: 10, rows: 10_000, views: 100 };

/** The operators of a view's conditions. */
export const viewOperators = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "empty"] as const satisfies Operator[];
export type ViewOperator = (typeof viewOperators)[number];

/** A value of a view: a path from a row of its base, and the aggregate for paths to several rows. */
export type ViewValue = { path: string; aggregate?: Aggregate | null | undefined };

/** Identifies a value of a view. */
export const viewValueKey = ({ path, aggregate }: ViewValue): string => JSON.stringify([path, aggregate ?? null]);

/** The value with this key. */
export function viewValueOf(key: string): ViewValue {
  const [path, aggregate] = JSON.parse(key) as [string, Aggregate | null];
  return { path, ...(aggregate === null ? {} : { aggregate }) };
}

export type ViewColumn = ViewValue & {
  title?: LocalizedValue<string> | null;
  isSearchable?: boolean | null;
  /** The view is sorted by this column; by the first of several. */
  sort?: "asc" | "desc" | null;
};
export type ViewCondition = ViewValue & { operator: ViewOperator; value?: string | null };

/** A row of `collectData`: the definition of a view. */
export type ViewRow = {
  id: string;
  version: number;
  name: LocalizedValue<string>;
  tableName: string;
  base: string;
  columns: readonly ViewColumn[];
  conditions: readonly ViewCondition[] | null;
  maxRows: number | null;
  readers: "everyone" | "administrators" | null;
};

/** A part of a path: a field, or, with `type`, the rows of an entity whose relation `field` leads to the row. */
export type PathPart = { type?: string; field: string };

/**
 * Parses a path: `name` is a field of the base, `customer.name` of the row that its relation leads to, and `contract:customer.amount` of all contracts
 * whose customer is the row.
 */
export const readViewPath = (path: string): PathPart[] =>
  path.split(".").map((part) => {
    const colon = part.indexOf(":");
    return colon === -1
      ? { field: part.trim() }
      : { type: part.slice(0, colon).trim(), field: part.slice(colon + 1).trim() };
  });
