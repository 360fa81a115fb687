import type { EntityDefinition } from "#kit/entity.ts";
import type { Storage, TypeOf } from "#kit/field.ts";

/** `publishedAt` -> `published_at`: how tables and columns are spelled in the database. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function tableName(entity: Pick<EntityDefinition, "type">): string {
  return snake(entity.type);
}

export type Column = { field: string; column: string; storage: Storage };

/** The stored fields of an entity with their columns. A localized value is one JSON object per language, whatever its type. */
export function columnsOf(entity: EntityDefinition, typeOf: TypeOf<"storage">): Column[] {
  return Object.entries(entity.fields)
    .map(([field, config]) => ({
      field,
      column: snake(field),
      storage: config.localized === true ? ("json" as const) : typeOf(config).storage,
    }))
    .filter(({ storage }) => storage !== "none");
}
