import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** The entities whose rows these fields name, and the fields within them. */
const targetsIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field: FieldConfig) => {
    const type = fieldTypeOf(field);
    const target = type.references?.(field).entity;
    return [...(target === undefined ? [] : [target]), ...targetsIn(type.subFields?.(field) ?? {})];
  });

/** The entities that the fields of a form name and whose rows this person may add, by a form like this one. */
export function addableTypes(
  { who, entities }: Pick<RowContext, "who" | "entities">,
  entity: EntityDefinition,
): string[] {
  const types = [...new Set(targetsIn(viewOf(who, entity).readable.fields))];
  return types.filter((type) => {
    const target = entities.find(type);
    return target.addUrl === undefined && target.isSingle !== true && allows(who, target, "add");
  });
}
