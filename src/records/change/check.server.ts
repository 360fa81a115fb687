import { checkFields } from "#kit/check-fields.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";

export const invalidText: Text = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** Checks a row that is about to be written. @throws {Problem} invalid, naming every field at fault */
export function check(
  { fields, check: checkRow }: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
): void {
  const problems = checkFields(fields, changes, merged, { typeOf: fieldTypeOf });
  if (Object.keys(problems).length === 0) Object.assign(problems, checkRow?.(merged));
  if (Object.keys(problems).length > 0) throw new Problem("invalid", invalidText, { fields: problems });
}
