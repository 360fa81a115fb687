import type { AdvancedItem } from "#kit/auto.ts";
import { isEmpty } from "#kit/field.ts";
import { type Filter, filterLimits } from "#kit/filter.ts";
import { schemas } from "#kit/schemas.ts";
import type { Text } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { comparisonsOf, type Condition, conditionOf, controlOf } from "./filter-words.ts";

/** A condition in the editor. */
export type ConditionNode = Condition & { key: number };
/** A group of conditions, all or any of which must hold, in the editor. */
export type GroupNode = { key: number; conjunction: "and" | "or"; parts: FilterNode[] };
export type FilterNode = ConditionNode | GroupNode;

/** Maximum nesting of groups in the editor: the outer one and two within. The server accepts more. */
export const maxDepth = 2;

let lastKey = 0;
/** A unique key of an edited node. */
const nextKey = () => (lastKey += 1);

/** A new condition, with the first field and its first comparison. */
export function newCondition([item]: readonly AdvancedItem[]): ConditionNode {
  const [comparison = "empty"] = item === undefined ? [] : comparisonsOf(item);
  return { key: nextKey(), ...conditionOf(item?.prop ?? "", comparison, null) };
}

export const newGroup = (conjunction: GroupNode["conjunction"], parts: FilterNode[]): GroupNode => ({
  key: nextKey(),
  conjunction,
  parts,
});

function nodeOf(filter: Filter): FilterNode {
  if ("field" in filter) return { key: nextKey(), ...filter };
  return "and" in filter ? newGroup("and", filter.and.map(nodeOf)) : newGroup("or", filter.or.map(nodeOf));
}

/** Converts a filter to a group for the editor; without a filter, a group with one new condition. */
export function toTree(filter: Filter | undefined, items: readonly AdvancedItem[]): GroupNode {
  if (filter === undefined) return newGroup("and", [newCondition(items)]);
  const node = nodeOf(filter);
  return "parts" in node ? node : newGroup("and", [node]);
}

/** Converts the edited tree to a filter; undefined without any condition. A group of one becomes its condition. */
export function toFilter(node: FilterNode): Filter | undefined {
  if (!("parts" in node)) return { field: node.field, op: node.op, value: node.value };
  const parts = node.parts.map(toFilter).filter((part) => part !== undefined);
  if (parts.length < 2) return parts[0];
  return node.conjunction === "and" ? { and: parts } : { or: parts };
}

/** The tree with the node of this key replaced by `next`, or removed. */
export function replaceNode<T extends FilterNode>(tree: T, key: number, next: FilterNode | undefined): T {
  if (!("parts" in tree)) return tree;
  const parts = tree.parts.flatMap((part): FilterNode[] =>
    part.key === key ? (next === undefined ? [] : [next]) : [replaceNode(part, key, next)],
  );
  return { ...tree, parts };
}

/** The tree without groups that have lost all their conditions. */
export function withoutEmptyGroups(tree: GroupNode): GroupNode {
  const parts = tree.parts
    .map((part) => ("parts" in part ? withoutEmptyGroups(part) : part))
    .filter((part) => !("parts" in part) || part.parts.length > 0);
  return { ...tree, parts };
}

const texts = {
  missing: { zh: "请填写条件的值", en: "Enter a value" },
  unknown: { zh: "此条件不适用于当前列表，请移除", en: "This list cannot be searched by this. Remove the condition." },
  tooMany: {
    zh: `最多 ${filterLimits.conditions} 个条件`,
    en: `Up to ${filterLimits.conditions} conditions`,
  },
} satisfies Record<string, Text>;

/** The problem of a condition; undefined when it is complete. */
function problemOf(condition: Condition, items: readonly AdvancedItem[]): Text | undefined {
  const item = items.find(({ prop }) => prop === condition.field);
  const operator = item?.operators.find(({ dataType }) => dataType === condition.op);
  if (operator === undefined) return texts.unknown;
  const { config } = operator;
  if (config === undefined) return undefined;
  if (isEmpty(condition.value)) return texts.missing;
  const { check, message } = fieldTypeOf(config);
  const isPart = condition.op === "contains" || condition.op === "prefix";
  return isPart || check(config, schemas).safeParse(condition.value).success
    ? undefined
    : message(config, condition.value);
}

const conditionsOf = (node: FilterNode): ConditionNode[] =>
  "parts" in node ? node.parts.flatMap(conditionsOf) : [node];

/** What is wrong with a tree, by the key of the condition, or of the tree as a whole. */
export function problemsOf(tree: GroupNode, items: readonly AdvancedItem[]): Map<number, Text> {
  const conditions = conditionsOf(tree);
  const problems = conditions.flatMap((condition): [number, Text][] => {
    const problem = problemOf(condition, items);
    return problem === undefined ? [] : [[condition.key, problem]];
  });
  return new Map(conditions.length > filterLimits.conditions ? [...problems, [tree.key, texts.tooMany]] : problems);
}

/** The fields whose controls edit the values of these conditions. */
export const controlsOf = (node: FilterNode, items: readonly AdvancedItem[]) =>
  conditionsOf(node).flatMap(({ field, op }) => {
    const item = items.find(({ prop }) => prop === field);
    return controlOf(item, op) ?? [];
  });
