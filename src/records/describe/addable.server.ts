import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows, givesPage } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** The entities that these fields and their sub-fields refer to. */
const targetsIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field: FieldConfig) => {
    const type = fieldTypeOf(field);
    const target = type.references?.(field).entity;
    return [...(target === undefined ? [] : [target]), ...targetsIn(type.subFields?.(field) ?? {})];
  });

/** The types of entities to which fields of a form refer and to which this person may add rows in a form. */
export function addableTypes(
  { principal, entities }: Pick<RowContext, "principal" | "entities">,
  entity: EntityDefinition,
): string[] {
  const types = [...new Set(targetsIn(viewOf(principal, entity).readable.fields))];
  return types.filter((type) => {
    const target = entities.find(type);
    const isInForm = target.addUrl === undefined && target.isSingle !== true;
    return isInForm && allows(principal, target, "add") && givesPage(principal, target, "add");
  });
}
