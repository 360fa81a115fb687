import { type Operator, operators, type Scalar } from "./filter.ts";

/** The operators that one row suffices to evaluate. `contains` and `prefix` need the search index of the database. */
export type RowOperator = Exclude<Operator, "contains" | "prefix">;

export const isRowOperator = (operator: Operator): operator is RowOperator =>
  operator !== "contains" && operator !== "prefix";
export const rowOperators: readonly RowOperator[] = operators.filter(isRowOperator);

/** A filter that can be evaluated on one row without the database; equivalent to the filter of a list (`whereOf`). */
export type RowCondition =
  | { and: RowCondition[] }
  | { or: RowCondition[] }
  | { field: string; op: RowOperator; value: Scalar | Scalar[] };

type Row = Readonly<Record<string, unknown>>;

const instantPattern = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;

/** Converts dates and instants to ms, so that different notations of the same instant are equal. */
const toComparable = (value: unknown) =>
  typeof value === "string" && instantPattern.test(value)
    ? Date.parse(value)
    : (value as string | number | boolean | null);

/** Negative, zero or positive, as in sorting; undefined when a value is missing or the two have different types. */
function compareValues(one: unknown, other: unknown): number | undefined {
  const [a, b] = [toComparable(one), toComparable(other)];
  if (a === null || b === null || typeof a !== typeof b) return undefined;
  return a === b ? 0 : a < b ? -1 : 1;
}

const comparisons: Record<
  Exclude<RowOperator, "in" | "between" | "overlaps" | "empty">,
  (value: unknown, operand: Scalar) => boolean
> = {
  eq: (value, operand) => compareValues(value, operand) === 0,
  ne: (value, operand) => compareValues(value, operand) !== 0,
  gt: (value, operand) => (compareValues(value, operand) ?? 0) > 0,
  gte: (value, operand) => (compareValues(value, operand) ?? -1) >= 0,
  lt: (value, operand) => (compareValues(value, operand) ?? 0) < 0,
  lte: (value, operand) => (compareValues(value, operand) ?? 1) <= 0,
  has: (value, operand) => Array.isArray(value) && value.includes(operand),
};

/** Whether two ranges overlap. Either end of both may be open. */
function overlaps(value: unknown, operand: Scalar | Scalar[]): boolean {
  if (!Array.isArray(value)) return false;
  const [from = null, to = null] = value as unknown[];
  const [start = null, end = null] = [operand].flat();
  return (
    (from === null || end === null || comparisons.lte(from, end)) &&
    (to === null || start === null || comparisons.gte(to, start))
  );
}

/** Whether a row satisfies a condition. A missing value equals nothing and differs from every value, as in the database. */
export function matches(condition: RowCondition, row: Row): boolean {
  if ("and" in condition) return condition.and.every((part) => matches(part, row));
  if ("or" in condition) return condition.or.some((part) => matches(part, row));
  const { op, value: operand } = condition;
  const value = row[condition.field] ?? null;
  if (op === "empty") return (value === null) === (operand !== false);
  if (op === "in") return [operand].flat().some((item) => comparisons.eq(value, item));
  if (op === "between") {
    const [from = null, to = null] = [operand].flat();
    return (from === null || comparisons.gte(value, from)) && (to === null || comparisons.lte(value, to));
  }
  if (op === "overlaps") return overlaps(value, operand);
  return !Array.isArray(operand) && comparisons[op](value, operand);
}
