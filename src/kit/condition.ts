/** A rule `field=value||value2` (B-127), parsed once. */
export type Condition = { field: string; values: readonly string[] };

/** Parses `field=a||b`; undefined when the rule has no `=` or no field name, so that a bad rule shows the field instead of hiding it for ever. */
export function parseCondition(rule: string): Condition | undefined {
  const at = rule.indexOf("=");
  const field = rule.slice(0, at).trim();
  if (at < 1 || field === "") return undefined;
  const values = rule
    .slice(at + 1)
    .split("||")
    .map((value) => value.trim().toLowerCase());
  return { field, values };
}

/** True when `rule` lets its field show for these values. Values compare as text, case-insensitively. */
export function holds(rule: string | undefined, values: Readonly<Record<string, unknown>>): boolean {
  const condition = rule === undefined ? undefined : parseCondition(rule);
  if (condition === undefined) return true;
  const actual = Object.hasOwn(values, condition.field) ? values[condition.field] : undefined;
  return condition.values.includes(
    String(actual ?? "")
      .trim()
      .toLowerCase(),
  );
}
