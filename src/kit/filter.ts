/**
 * Operators of a filter. `contains` is for text and case-insensitive; `has` is for lists of values. `between` takes two values, both included, either
 * of which may be null; so does `overlaps`, for fields that are ranges.
 */
export const operators = [
  "eq",
  "ne",
  "in",
  "contains",
  "prefix",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "overlaps",
  "empty",
  "has",
] as const;
export type Operator = (typeof operators)[number];

export type Scalar = string | number | boolean | null;

/** A filter: used by search forms, advanced search, saved views, row rules, batch selection and export. */
export type Filter = { and: Filter[] } | { or: Filter[] } | { field: string; op: Operator; value: Scalar | Scalar[] };

/** The maximum nesting of a filter, the maximum number of its conditions, and of those on fields of related records. */
export const filterLimits = { depth: 6, conditions: 100, related: 5 };

export type SortOrder = { field: string; direction: "asc" | "desc" };

/** The number of conditions of a filter. An empty group counts as one. */
export function conditionsIn(filter: Filter): number {
  if ("field" in filter) return 1;
  const parts = "and" in filter ? filter.and : filter.or;
  return Math.max(
    1,
    parts.reduce((sum, part) => sum + conditionsIn(part), 0),
  );
}

/** A field of the record that a relation field names. */
export type RelatedField = { relation: string; field: string };

/** The name of such a field in a condition: `customer.city`. */
export const relatedFieldName = ({ relation, field }: RelatedField): string => `${relation}.${field}`;

/** The inverse of `relatedFieldName`; undefined for the name of a field of the row itself. Names of fields have no dots. */
export function relatedFieldIn(name: string): RelatedField | undefined {
  const index = name.indexOf(".");
  return index === -1 ? undefined : { relation: name.slice(0, index), field: name.slice(index + 1) };
}

/** The conditions that must all hold, flattened. */
export function conjuncts(filter: Filter): Filter[] {
  return "and" in filter ? filter.and.flatMap(conjuncts) : [filter];
}

/** The fields that a filter compares, also those of related records (`relatedFieldIn`). */
export function fieldsIn(filter: Filter): string[] {
  if ("field" in filter) return [filter.field];
  return ("and" in filter ? filter.and : filter.or).flatMap(fieldsIn);
}

/** The conditions of a filter on fields of related records, by the names of these fields. */
export const relatedFieldsIn = (filter: Filter): RelatedField[] =>
  fieldsIn(filter).flatMap((field) => relatedFieldIn(field) ?? []);

const isScalar = (value: unknown): value is Scalar => value === null || /^(string|number|boolean)$/.test(typeof value);

/** Whether untrusted input has the shape of a filter. Its fields and the number of its conditions are not checked. */
export function isFilter(value: unknown, depth = 0): value is Filter {
  if (typeof value !== "object" || value === null || depth > filterLimits.depth) return false;
  const { and, or, field, op, value: operand } = value as Record<string, unknown>;
  const parts = and ?? or;
  if (Array.isArray(parts)) return parts.every((part) => isFilter(part, depth + 1));
  return typeof field === "string" && operators.includes(op as Operator) && [operand].flat().every(isScalar);
}

/** Parses the filter in an address from JSON; undefined when it is invalid. Whether a list has these fields is checked by the server. */
export function parseFilter(text: string): Filter | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFilter(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The two ends of a range; null where it is open. */
export type Range = [from: string | null, to: string | null];

/** Parses `a..b`, `a..`, `..b` and `a`, which means `a..`. */
export function readRange(text: string): Range {
  const index = text.indexOf("..");
  const [from, to] = index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + 2)];
  return [from === "" ? null : from, to === "" ? null : to];
}

/** The inverse of `readRange`. */
export const writeRange = ([from, to]: Range): string => `${from ?? ""}..${to ?? ""}`;
