import type { Principal, Verb } from "#kit/access.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { schemas } from "#kit/schemas.ts";
import { formatText, type Text, textBy } from "#kit/text.ts";
import { fieldsOfViolatedRules } from "#records/query/row-rules.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

export const invalidText: Text = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/**
 * The type of a field, with a check that is built only once, because building it costs as much as checking a hundred values. A check that depends on
 * other fields is built for each row.
 */
const checkableOf = memo((field: FieldConfig) => {
  const type = fieldTypeOf(field);
  if ((type.dependsOn?.(field) ?? []).length > 0) return type;
  const builtCheck = type.check(field, schemas);
  return { ...type, check: () => builtCheck };
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

const actionText: Text = { zh: "您的角色不能执行“{name}”", en: "Your role does not include “{name}”" };

/**
 * Refuses a save that does what an action of the definition does and the roles of the person leave out, so that it is refused in forms and imports too.
 * @throws {Problem} forbidden
 */
export function refuseUngivenAction(
  principal: Principal,
  entity: EntityDefinition,
  { before, after }: { before: AnyValues; after: AnyValues },
): void {
  const actions = (entity.actions ?? []).filter((action) => action.kind === "request");
  const { givesAction } = viewOf(principal, entity);
  const refused = actions.find(({ id, set }) => {
    const values = Object.entries(set);
    const isDone = values.every(([name, value]) => isSame(after[name] ?? null, value ?? null));
    const isNews = values.some(([name, value]) => !isSame(before[name] ?? null, value ?? null));
    return isDone && isNews && !givesAction({ id, set });
  });
  const isGiven = actions.some(({ id, set }) => isSame(set, refused?.set) && givesAction({ id, set }));
  if (refused === undefined || isGiven) return;
  const { name } = refused;
  throw new Problem(
    "forbidden",
    textBy((locale) => formatText(actionText, { name: name[locale] })[locale]),
  );
}

const outsideText: Text = {
  zh: "保存后将超出您的角色可使用的数据范围",
  en: "Your role does not cover records like this",
};

/**
 * Refuses a save after which the person could not use the row: they could not undo a mistake (docs/decisions/056-row-rules.md).
 * @throws {Problem} invalid, naming the fields at fault that the person may read
 */
export function refuseRowOutsideRules(
  principal: Principal,
  entity: EntityDefinition,
  verb: Verb,
  row: AnyValues,
): void {
  const outside = fieldsOfViolatedRules(principal, entity, verb, row);
  if (outside === undefined) return;
  const { fields } = viewOf(principal, entity).readable;
  const names = outside.filter((name) => Object.hasOwn(fields, name));
  throw new Problem("invalid", outsideText, { fields: Object.fromEntries(names.map((name) => [name, outsideText])) });
}
