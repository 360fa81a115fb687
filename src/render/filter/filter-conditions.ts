import type { AdvancedItem } from "#kit/auto.ts";
import type { LocalizedField } from "#kit/field.ts";
import type { Operator, Scalar } from "#kit/filter.ts";
import type { Text } from "#kit/text.ts";

/** A comparison as listed in the editor: the operator `empty` is listed twice, as "is empty" and "is not empty". */
export type Comparison = Operator | "notEmpty";

const labels: Record<Comparison, Text> = {
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

const timeLabels: Partial<Record<Comparison, Text>> = {
  gt: { zh: "晚于", en: "is after" },
  gte: { zh: "不早于", en: "is on or after" },
  lt: { zh: "早于", en: "is before" },
  lte: { zh: "不晚于", en: "is on or before" },
};

/** A condition of the advanced search, without groups. */
export type Condition = { field: string; op: Operator; value: Scalar | Scalar[] };

export const comparisonOf = ({ op, value }: Pick<Condition, "op" | "value">): Comparison =>
  op === "empty" && value === false ? "notEmpty" : op;

export const conditionOf = (field: string, comparison: Comparison, value: Scalar | Scalar[]): Condition =>
  comparison === "empty" || comparison === "notEmpty"
    ? { field, op: "empty", value: comparison === "empty" }
    : { field, op: comparison, value };

/** The label of a comparison for a field. */
export const comparisonLabel = (comparison: Comparison, { isTime }: Pick<AdvancedItem, "isTime">): Text =>
  (isTime ? timeLabels[comparison] : undefined) ?? labels[comparison];

/** The comparisons of a field, in the order of the menu. */
export const comparisonsOf = ({ operators }: AdvancedItem): Comparison[] =>
  operators.flatMap(({ dataType }): Comparison[] => (dataType === "empty" ? ["empty", "notEmpty"] : [dataType]));

/** The field with whose control the value of a comparison is edited; undefined if the comparison needs no value or does not exist. */
export const valueFieldOf = (item: AdvancedItem | undefined, op: Comparison): LocalizedField | undefined =>
  item?.operators.find(({ dataType }) => dataType === op)?.config;
