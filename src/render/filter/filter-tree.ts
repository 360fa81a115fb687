import type { AdvancedItem } from "#kit/auto.ts";
import { isEmpty } from "#kit/field.ts";
import { type Filter, filterLimits, relatedFieldIn } from "#kit/filter.ts";
import { schemas } from "#kit/schemas.ts";
import type { Text } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { firstComparison, type Condition, conditionOf, valueFieldOf } from "./filter-conditions.ts";

/** A condition in the editor. Keys identify nodes while they are edited. */
export type ConditionNode = Condition & { key: number };
/** A group of conditions, all or any of which must hold, in the editor. */
export type GroupNode = { key: number; conjunction: "and" | "or"; children: FilterNode[] };
export type FilterNode = ConditionNode | GroupNode;

/** Depth of the innermost groups in the editor; the outermost group has depth 0. The server accepts deeper filters. */
export const maxDepth = 2;

let lastKey = 0;
/** A key for a new node, unique in this tab. */
const nextKey = () => (lastKey += 1);

/** A new condition, with the first field and its first comparison. */
export function newCondition([item]: readonly AdvancedItem[]): ConditionNode {
  const comparison = item === undefined ? "empty" : firstComparison(item);
  return { key: nextKey(), ...conditionOf(item?.prop ?? "", comparison, null) };
}

/** A group of these nodes. */
export const newGroup = (conjunction: GroupNode["conjunction"], children: FilterNode[]): GroupNode => ({
  key: nextKey(),
  conjunction,
  children,
});

function toNode(filter: Filter): FilterNode {
  if ("field" in filter) return { key: nextKey(), ...filter };
  return "and" in filter ? newGroup("and", filter.and.map(toNode)) : newGroup("or", filter.or.map(toNode));
}

/** Converts a filter to a group for the editor; undefined becomes a group with one new condition. */
export function toTree(filter: Filter | undefined, items: readonly AdvancedItem[]): GroupNode {
  if (filter === undefined) return newGroup("and", [newCondition(items)]);
  const node = toNode(filter);
  return "children" in node ? node : newGroup("and", [node]);
}

/** Converts the edited tree to a filter; undefined if it has no conditions. A group with one child becomes that child. */
export function toFilter(node: FilterNode): Filter | undefined {
  if (!("children" in node)) return { field: node.field, op: node.op, value: node.value };
  const parts = node.children.map(toFilter).filter((part) => part !== undefined);
  if (parts.length < 2) return parts[0];
  return node.conjunction === "and" ? { and: parts } : { or: parts };
}

/** The tree with the node of this key replaced by `next`, or removed. */
export function replaceNode<T extends FilterNode>(tree: T, key: number, next: FilterNode | undefined): T {
  if (!("children" in tree)) return tree;
  const children = tree.children.flatMap((child): FilterNode[] => {
    if (child.key !== key) return [replaceNode(child, key, next)];
    return next === undefined ? [] : [next];
  });
  return { ...tree, children };
}

/** The tree without empty groups below the outermost one. */
export function withoutEmptyGroups(tree: GroupNode): GroupNode {
  const children = tree.children
    .map((child) => ("children" in child ? withoutEmptyGroups(child) : child))
    .filter((child) => !("children" in child) || child.children.length > 0);
  return { ...tree, children };
}

const texts = {
  missing: { zh: "请填写条件的值", en: "Enter a value" },
  unknown: {
    zh: "此条件不适用于当前列表，请移除",
    en: "This list cannot be filtered by this field. Remove the condition.",
  },
  tooMany: {
    zh: `最多 ${filterLimits.conditions} 个条件`,
    en: `Up to ${filterLimits.conditions} conditions`,
  },
  tooManyRelated: {
    zh: `最多 ${filterLimits.related} 个关联数据的条件`,
    en: `Up to ${filterLimits.related} conditions on related records`,
  },
} satisfies Record<string, Text>;

/** The problem of a condition; undefined when it is valid. */
function problemOf(condition: Condition, items: readonly AdvancedItem[]): Text | undefined {
  const item = items.find(({ prop }) => prop === condition.field);
  const operator = item?.operators.find(({ dataType }) => dataType === condition.op);
  if (operator === undefined) return texts.unknown;
  const { config } = operator;
  if (config === undefined) return undefined;
  if (isEmpty(condition.value)) return texts.missing;
  const { check, message } = fieldTypeOf(config);
  const isSubstring = condition.op === "contains" || condition.op === "prefix";
  return isSubstring || check(config, schemas).safeParse(condition.value).success
    ? undefined
    : message(config, condition.value);
}

const conditionsOf = (node: FilterNode): ConditionNode[] =>
  "children" in node ? node.children.flatMap(conditionsOf) : [node];

/** The problems of a tree, by the key of the condition, or of the tree as a whole. */
export function problemsOf(tree: GroupNode, items: readonly AdvancedItem[]): Map<number, Text> {
  const conditions = conditionsOf(tree);
  const problems = conditions.flatMap((condition): [number, Text][] => {
    const problem = problemOf(condition, items);
    return problem === undefined ? [] : [[condition.key, problem]];
  });
  const relatedCount = conditions.filter(({ field }) => relatedFieldIn(field) !== undefined).length;
  if (conditions.length > filterLimits.conditions) problems.push([tree.key, texts.tooMany]);
  else if (relatedCount > filterLimits.related) problems.push([tree.key, texts.tooManyRelated]);
  return new Map(problems);
}

/** The fields whose controls edit the values of all conditions below a node. */
export const valueFieldsOf = (node: FilterNode, items: readonly AdvancedItem[]) =>
  conditionsOf(node).flatMap(({ field, op }) => {
    const item = items.find(({ prop }) => prop === field);
    return valueFieldOf(item, op) ?? [];
  });
