import { holds } from "#kit/condition.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, type Fields, isEmpty, requiredMessage } from "#kit/field.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { locales, type Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/definitions.server.ts";

const unknownField: Text = { zh: "字段不存在", en: "Field not found" };
const notLocalized: Text = { zh: "请按语言填写", en: "Enter one value per language" };
export const invalidText: Text = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** A draft may be unfinished: nothing is required of it. */
type CheckOptions = { isDraft?: boolean };

function subRowProblem(fields: Fields, rows: unknown, options: CheckOptions): Text | undefined {
  for (const row of rows as Record<string, unknown>[]) {
    const problems = problemsOf(fields, row, row, options);
    const first = Object.values(problems)[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

function plainProblem(field: FieldConfig, value: unknown, options: CheckOptions): Text | undefined {
  const type = fieldTypeOf(field);
  if (!type.check(field as never).safeParse(value).success) return type.message(field as never, value);
  const subFields = type.subFields?.(field);
  return subFields && subRowProblem(subFields, value, options);
}

function localizedProblem(field: FieldConfig, value: unknown, options: CheckOptions): Text | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return notLocalized;
  const entries = Object.entries(value);
  if (entries.some(([key]) => !locales.includes(key as "zh"))) return notLocalized;
  return entries
    .map(([, item]) => (isEmpty(item) ? undefined : plainProblem(field, item, options)))
    .find((text) => text !== undefined);
}

/** What is wrong with one value, or undefined. Emptiness is judged elsewhere: it depends on the other fields. */
function valueProblem(field: FieldConfig, value: unknown, options: CheckOptions): Text | undefined {
  if (isEmpty(value)) return undefined;
  return field.localized === true ? localizedProblem(field, value, options) : plainProblem(field, value, options);
}

function isBlank(field: FieldConfig, value: unknown): boolean {
  if (field.localized !== true) return isEmpty(value);
  return isEmpty(value) || Object.values(value as object).every(isEmpty);
}

/**
 * Checks `changes` against the fields, and whether what is required stands in `merged` (the row as it would be). A field whose `if`
 * rule does not hold is not required (B-127).
 */
export function problemsOf(
  fields: Fields,
  changes: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
  options: CheckOptions = {},
): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const problem = field === undefined ? unknownField : valueProblem(field, value, options);
    if (problem !== undefined) problems[name] = problem;
  }
  if (options.isDraft === true) return problems;
  for (const [name, field] of Object.entries(fields)) {
    if (field.required === true && holds(field.if, merged) && isBlank(field, merged[name]))
      problems[name] ??= requiredMessage(field.name);
  }
  return problems;
}

/** Checks a row that is about to be written. @throws {Problem} invalid, naming every field at fault */
export function check(
  { fields, check: own }: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
): void {
  const problems = problemsOf(fields, changes, merged);
  if (Object.keys(problems).length === 0) Object.assign(problems, own?.(merged));
  if (Object.keys(problems).length > 0) throw new Problem("invalid", invalidText, { fields: problems });
}
