import { conditionsIn, type Filter, isFilter } from "./filter.ts";
import { isRowOperator, type RowCondition } from "./row-condition.ts";

/** The value in a role's rule that stands for the signed-in member. */
export const currentMember = "$me";

/** The maximum number of conditions in a rule: each is evaluated for every row that a list reads. */
export const maxRuleConditions = 20;

const hasRowOperators = (filter: Filter): filter is RowCondition =>
  "field" in filter ? isRowOperator(filter.op) : ("and" in filter ? filter.and : filter.or).every(hasRowOperators);

/** Whether untrusted input has the form of a row rule. Whether its fields exist is checked against the entity. */
export const isRowRule = (value: unknown): value is RowCondition =>
  isFilter(value) && conditionsIn(value) <= maxRuleConditions && hasRowOperators(value);

/** The rule with `currentMember` replaced by a member's id. Without a member, a condition with `currentMember` holds for no row. */
export function ruleFor(rule: RowCondition, memberId: string | undefined): RowCondition {
  if ("and" in rule) return { and: rule.and.map((part) => ruleFor(part, memberId)) };
  if ("or" in rule) return { or: rule.or.map((part) => ruleFor(part, memberId)) };
  const { value } = rule;
  if (![value].flat().includes(currentMember)) return rule;
  if (memberId === undefined) return { or: [] };
  return {
    ...rule,
    value: Array.isArray(value) ? value.map((item) => (item === currentMember ? memberId : item)) : memberId,
  };
}
