import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, FieldDefinition } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { memo } from "#kit/memo.ts";
import { unknownType } from "./unknown-type.server.ts";
import { type Column, columnsOf } from "#server/postgres/columns.server.ts";

const files = import.meta.glob<FieldDefinition>(["../../fields/*.tsx", "../../fields/lazy-fields/*.tsx"], {
  eager: true,
  import: "default",
});
/** Every field type of `src/fields`, by its name. Types are the program's own code, the same for every space. */
export const fieldTypes: ReadonlyMap<string, FieldDefinition> = new Map(
  Object.values(files).map((field) => [field.type, field]),
);

/** The type of a field, or a substitute for a type that the program does not have. */
export const fieldTypeOf = (field: Pick<FieldConfig, "type">): FieldDefinition =>
  fieldTypes.get(fieldTypeName(field.type)) ?? unknownType;

/** Whether the program has the type of a field. */
export const hasFieldType = ({ type }: Pick<FieldConfig, "type">): boolean => fieldTypes.has(fieldTypeName(type));

/** The stored fields of an entity, computed once. */
export const columnsFor = memo((entity: Pick<EntityDefinition, "fields">): Column[] => columnsOf(entity, fieldTypeOf));

/** The fields whose values come from rows of others (`namedBy`), with the relation that names the row. */
export const namedFields = memo(({ fields }: Pick<EntityDefinition, "fields">) =>
  Object.entries(fields).flatMap(([field, { namedBy }]) => (namedBy === undefined ? [] : [{ field, namedBy }])),
);
