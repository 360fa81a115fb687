import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, Storage } from "#kit/field.ts";

/** `publishedAt` -> `published_at`: how tables and columns are spelled in the database. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function tableName(entity: Pick<EntityDefinition, "type">): string {
  return snake(entity.type);
}

/** Asks the field type how it rests; a localized value is one JSON object per language, whatever its type. */
export type StorageOf = (field: FieldConfig) => Storage;

export type Column = { field: string; column: string; storage: Storage };

/** The stored fields of an entity with their columns. */
export function columnsOf(entity: EntityDefinition, storageOf: StorageOf): Column[] {
  return Object.entries(entity.fields)
    .map(([field, config]) => ({
      field,
      column: snake(field),
      storage: config.localized === true ? ("json" as const) : storageOf(config),
    }))
    .filter(({ storage }) => storage !== "none");
}
