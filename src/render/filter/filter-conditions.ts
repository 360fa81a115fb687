import type { AdvancedItem } from "#kit/auto.ts";
import { type Comparison, comparisonLabels } from "#kit/comparison-labels.ts";
import type { LocalizedField } from "#kit/field.ts";
import type { Operator, Scalar } from "#kit/filter.ts";
import type { Text } from "#kit/text.ts";

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
  (isTime ? timeLabels[comparison] : undefined) ?? comparisonLabels[comparison];

/** The comparisons of a field, in the order of the menu. */
export const comparisonsOf = ({ operators }: AdvancedItem): Comparison[] =>
  operators.flatMap(({ dataType }): Comparison[] => (dataType === "empty" ? ["empty", "notEmpty"] : [dataType]));

/** The comparison of a new condition: people look for a part of a text more often than for the whole of it. */
export function firstComparison(item: AdvancedItem): Comparison {
  const comparisons = comparisonsOf(item);
  return comparisons.includes("contains") ? "contains" : comparisons[0]!;
}

/** The field with whose control the value of a comparison is edited; undefined if the comparison needs no value or does not exist. */
export const valueFieldOf = (item: AdvancedItem | undefined, op: Comparison): LocalizedField | undefined =>
  item?.operators.find(({ dataType }) => dataType === op)?.config;
