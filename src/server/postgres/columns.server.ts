import type { EntityDefinition } from "#kit/entity.ts";
import type { TypeOf } from "#kit/field.ts";
import type { InternalType } from "#kit/internal-column.ts";
import type { StoredStorage } from "./storage.server.ts";

/** The name of a table or column in the database: `publishedAt` -> `published_at`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function tableName(entity: Pick<EntityDefinition, "type">): string {
  return snakeCase(entity.type);
}

export type Column = { field: string; column: string; storage: StoredStorage };

/** The stored fields of an entity with their columns. A localized value is one JSON object with a key per language, whatever its type. */
export function columnsOf(entity: Pick<EntityDefinition, "fields">, typeOf: TypeOf<"storage">): Column[] {
  return Object.entries(entity.fields).flatMap(([field, config]) => {
    const storage = config.localized === true ? "json" : typeOf(config).storage;
    return storage === "none" || config.namedBy !== undefined ? [] : [{ field, column: snakeCase(field), storage }];
  });
}

/** Storage types whose values take at most eight bytes, so that an index may include them. */
const smallStorages = new Set<StoredStorage>(["boolean", "integer", "decimal", "timestamp", "date", "time"]);

/**
 * The fields of the facet index, from which a list is counted without reading its table, in order: filter fields with few distinct values, fewest
 * first; then the list's sort order and the id; then small values for further filters. Undefined without filter fields.
 */
export function facetFields(entity: EntityDefinition, typeOf: TypeOf<"storage" | "choices">): string[] | undefined {
  const stored = columnsOf(entity, typeOf);
  const byChoices = stored.flatMap(({ field, storage }) => {
    const config = entity.fields[field]!;
    const choices =
      storage === "boolean" ? 2 : storage === "text" ? typeOf(config).choices?.(config).length : undefined;
    return choices === undefined || config.search === undefined ? [] : [{ field, choices }];
  });
  if (byChoices.length === 0) return undefined;
  const filterFields = byChoices.toSorted((a, b) => a.choices - b.choices).map(({ field }) => field);
  const leadingFields = [
    ...filterFields.filter((field) => field !== entity.list.sort.field),
    entity.list.sort.field,
    "id",
  ];
  const publicSortFields = new Set<string>(entity.publicSort?.map(({ field }) => field));
  const isIncluded = ({ field, storage }: Column) =>
    !leadingFields.includes(field) &&
    smallStorages.has(storage) &&
    (storage === "boolean" || publicSortFields.has(field) || entity.fields[field]!.search !== undefined);
  return [...leadingFields, ...stored.filter(isIncluded).map(({ field }) => field)];
}

export type NamedInternalColumn = { name: string; column: string; type: InternalType };

/** The internal columns of an entity. */
export function internalColumnsOf({ internal = {} }: EntityDefinition): NamedInternalColumn[] {
  return Object.entries(internal).map(([name, { type }]) => ({ name, column: snakeCase(name), type }));
}
