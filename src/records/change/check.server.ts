import type { Principal, Verb } from "#kit/access.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import { schemas } from "#kit/schemas.ts";
import type { Text } from "#kit/text.ts";
import { fieldsOutside } from "#records/query/row-rules.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

export const invalidText: Text = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/**
 * The type of a field. Its check is built once, because building it costs as much as checking a hundred values; one that depends on the row is built
 * for each.
 */
const checkableOf = memo((field: FieldConfig) => {
  const type = fieldTypeOf(field);
  if (type.siblings !== undefined) return type;
  const made = type.check(field, schemas);
  return { ...type, check: () => made };
});

/** Checks a row that is about to be written. @throws {Problem} invalid, naming every field at fault */
export function check(
  { fields, check: checkRow }: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
): void {
  const problems = checkFields(fields, changes, merged, { typeOf: checkableOf });
  if (Object.keys(problems).length === 0) Object.assign(problems, checkRow?.(merged));
  if (Object.keys(problems).length > 0) throw new Problem("invalid", invalidText, { fields: problems });
}

const outsideText: Text = {
  zh: "保存后将超出您的角色可使用的数据范围",
  en: "Your role does not cover records like this",
};

/**
 * Refuses a save that puts a row outside of the person's rows: it would add a row that they cannot open, or lose one by a mistake that they
 * cannot undo (docs/decisions/056-row-rules.md).
 * @throws {Problem} invalid, naming the fields that the person knows
 */
export function refuseOutside(principal: Principal, entity: EntityDefinition, verb: Verb, row: AnyValues): void {
  const outside = fieldsOutside(principal, entity, verb, row);
  if (outside === undefined) return;
  const { fields } = viewOf(principal, entity).readable;
  const names = outside.filter((name) => Object.hasOwn(fields, name));
  throw new Problem("invalid", outsideText, { fields: Object.fromEntries(names.map((name) => [name, outsideText])) });
}
