import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, FieldDefinition } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { memo } from "#kit/memo.ts";
import { type DeletionEffect, deletionEffects } from "#kit/on-delete.ts";
import type { Text } from "#kit/text.ts";
import { unknownType } from "./unknown-type.server.ts";
import { type Column, columnsOf } from "#server/postgres/columns.server.ts";

const files = import.meta.glob<FieldDefinition>(["../../fields/*.tsx", "../../fields/lazy-fields/*.tsx"], {
  eager: true,
  import: "default",
});
const effectNames: Record<DeletionEffect, Text> = {
  clear: { zh: "清空此字段", en: "Empty this field" },
  delete: { zh: "一并删除此数据", en: "Delete this record, too" },
  refuse: { zh: "不允许删除关联数据", en: "Refuse to delete the related record" },
};
/** What happens to a row when the row that it refers to is deleted (kit/on-delete.ts). */
const onDelete = {
  type: "dropdownlist",
  name: { zh: "关联数据被删除时", en: "When the related record is deleted" },
  placeholder: { zh: "保留引用，显示为不可用", en: "Keep the reference, shown as not available" },
  options: deletionEffects.map((key) => ({ key, name: effectNames[key] })),
} as const;

/** A type with the setting that all relations to one row have. Browsers, which get settings from the server, do not load it. */
const withDeletionEffect = (field: FieldDefinition): FieldDefinition =>
  field.references === undefined || field.storage !== "uuid" || field.settings === undefined
    ? field
    : { ...field, settings: { ...field.settings, onDelete } };

/** Every field type of `src/fields`, by its name. Types are the program's own code, the same for every space. */
export const fieldTypes: ReadonlyMap<string, FieldDefinition> = new Map(
  Object.values(files).map((field) => [field.type, withDeletionEffect(field)]),
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
