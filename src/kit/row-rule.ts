import { conditionsIn, type Filter, isFilter } from "./filter.ts";
import { isRowOperator, type RowCondition } from "./row-condition.ts";

/** In a rule of a role: the member who asks. */
export const me = "$me";

/** Conditions of one rule: each is compared with every row that a list walks over. */
export const maxRuleConditions = 20;

const hasRowOperators = (filter: Filter): filter is RowCondition =>
  "field" in filter ? isRowOperator(filter.op) : ("and" in filter ? filter.and : filter.or).every(hasRowOperators);

/** Whether something that came from outside can be the rule by which a role opens rows. Which fields it names is for the entity to say. */
export const isRowRule = (value: unknown): value is RowCondition =>
  isFilter(value) && conditionsIn(value) <= maxRuleConditions && hasRowOperators(value);

/** The rule as it is for one member. Nobody is meant by `me` where no member asks, so such a condition holds for no row. */
export function ruleFor(rule: RowCondition, memberId: string | undefined): RowCondition {
  if ("and" in rule) return { and: rule.and.map((part) => ruleFor(part, memberId)) };
  if ("or" in rule) return { or: rule.or.map((part) => ruleFor(part, memberId)) };
  const { value } = rule;
  if (![value].flat().includes(me)) return rule;
  if (memberId === undefined) return { or: [] };
  return { ...rule, value: Array.isArray(value) ? value.map((item) => (item === me ? memberId : item)) : memberId };
}
