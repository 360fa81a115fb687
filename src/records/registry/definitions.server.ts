import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, FieldDefinition } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { memo } from "#kit/memo.ts";
import { type Column, columnsOf } from "#server/postgres/columns.server.ts";

const entityFiles = import.meta.glob<EntityDefinition>(["../../entities/*.ts", "!../../entities/*.expect.ts"], {
  eager: true,
  import: "default",
});
const fieldFiles = import.meta.glob<FieldDefinition>("../../fields/*.tsx", { eager: true, import: "default" });

/** Every entity on the shelf, by its word in lower case: the wire spells types in any case. */
const entities = new Map(Object.values(entityFiles).map((entity) => [entity.type.toLowerCase(), entity]));
const fieldTypes = new Map<string, FieldDefinition>(Object.values(fieldFiles).map((field) => [field.type, field]));

export const allEntities: readonly EntityDefinition[] = [...entities.values()];

/** @throws {Problem} notFound for every word that is no entity, whatever else it may name (T-03). */
export function entityOf(type: unknown): EntityDefinition {
  const entity = typeof type === "string" ? entities.get(type.toLowerCase()) : undefined;
  if (entity === undefined) throw new Problem("notFound", { zh: "类型传入不正确，请重新传入", en: "Unknown type" });
  return entity;
}

export function fieldTypeOf(field: Pick<FieldConfig, "type">): FieldDefinition {
  const definition = fieldTypes.get(field.type);
  if (definition === undefined) throw new Error(`There is no field type ${field.type}.`);
  return definition;
}

/** The stored fields of an entity, worked out once. */
export const columnsFor = memo((entity: EntityDefinition): Column[] => columnsOf(entity, fieldTypeOf));
