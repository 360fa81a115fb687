import { memo } from "./memo.ts";

/** A rule `field=value||value2` (B-127), parsed once. */
export type Condition = { field: string; values: readonly string[] };

type Values = Readonly<Record<string, unknown>>;

/** Parses `field=a||b`; undefined without `=` or field name: an invalid rule shows the field. */
export function parseCondition(rule: string): Condition | undefined {
  const equals = rule.indexOf("=");
  const field = rule.slice(0, equals).trim();
  if (equals < 1 || field === "") return undefined;
  const values = rule
    .slice(equals + 1)
    .split("||")
    .map((value) => value.trim().toLowerCase());
  return { field, values };
}

const asText = (value: unknown): string =>
  String(value ?? "")
    .trim()
    .toLowerCase();

/** Whether the field has one of the expected values. For a multiple choice, one matching choice is enough. */
function isMet({ field, values: expected }: Condition, values: Values): boolean {
  const actual = Object.hasOwn(values, field) ? values[field] : undefined;
  const actualValues = Array.isArray(actual) && actual.length > 0 ? actual : [Array.isArray(actual) ? null : actual];
  return actualValues.some((value) => expected.includes(asText(value)));
}

/** True when `rule` holds for these values. Values compare as text, case-insensitively. */
export function isRuleMet(rule: string | undefined, values: Values): boolean {
  const condition = rule === undefined ? undefined : parseCondition(rule);
  return condition === undefined || isMet(condition, values);
}

/** Returns the condition of a field; undefined when it has no valid rule. */
export type ConditionOf = (name: string) => Condition | undefined;

/**
 * Whether a field is shown: its rule holds, and the field that the rule names is shown too. Fields whose rules form a cycle are shown when all these
 * rules hold.
 */
export function isShown(name: string, values: Values, conditionOf: ConditionOf): boolean {
  const visited = new Set<string>();
  for (let current = name; !visited.has(current);) {
    visited.add(current);
    const condition = conditionOf(current);
    if (condition === undefined) return true;
    if (!isMet(condition, values)) return false;
    current = condition.field;
  }
  return true;
}

/** The fields on which the visibility of a field depends. */
export function decidingFields(name: string, conditionOf: ConditionOf): string[] {
  const names = new Set<string>();
  for (let condition = conditionOf(name); condition !== undefined && !names.has(condition.field);) {
    names.add(condition.field);
    condition = conditionOf(condition.field);
  }
  return [...names];
}

/** Fields with rules: as defined, or as localized for a reader. */
type FieldsWithRules = Readonly<Record<string, { if?: string | undefined }>>;

/** The rules of all fields of a row. */
export const conditionsOf = memo((fields: FieldsWithRules): ConditionOf => {
  const parsed = new Map(
    Object.entries(fields).flatMap(([name, { if: rule }]): [string, Condition][] => {
      const condition = rule === undefined ? undefined : parseCondition(rule);
      return condition === undefined ? [] : [[name, condition]];
    }),
  );
  return (name) => parsed.get(name);
});

/** Whether the rule of a field depends on the field itself, directly or through others. */
export const isCyclic = (name: string, fields: FieldsWithRules): boolean =>
  decidingFields(name, conditionsOf(fields)).includes(name);

/** Whether a field of a row is shown. Used by the browser and the server. */
export const isFieldShown = (fields: FieldsWithRules, name: string, values: Values): boolean =>
  isShown(name, values, conditionsOf(fields));
