import type { Operator } from "./filter.ts";
import type { Text } from "./text.ts";

/** A comparison as listed for people: the operator `empty` is listed twice, as "is empty" and "is not empty". */
export type Comparison = Operator | "notEmpty";

/** What comparisons are called. */
export const comparisonLabels: Readonly<Record<Comparison, Text>> = {
  eq: { zh: "是", en: "is" },
  ne: { zh: "不是", en: "is not" },
  in: { zh: "属于", en: "is one of" },
  contains: { zh: "包含", en: "contains" },
  prefix: { zh: "开头是", en: "starts with" },
  gt: { zh: "大于", en: "is more than" },
  gte: { zh: "不小于", en: "is at least" },
  lt: { zh: "小于", en: "is less than" },
  lte: { zh: "不大于", en: "is at most" },
  between: { zh: "介于", en: "is within" },
  overlaps: { zh: "涉及", en: "overlaps" },
  empty: { zh: "为空", en: "is empty" },
  notEmpty: { zh: "不为空", en: "is not empty" },
  has: { zh: "包含", en: "includes" },
};
