import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition, StoredEntity } from "#kit/entity.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/field-types.server.ts";

/** The facet columns of `record` and `record_index`. */
const columns = ["facet1", "facet2", "facet3", "facet4", "facet5", "facet6"] as const;
const comma = sql.raw(", ");

type Facets = Pick<StoredEntity, "facets">;

/** The fields of an entity that can have a facet column: filter fields whose values are a choice of few, or yes and no. */
function suitableFields(entity: EntityDefinition): string[] {
  return columnsFor(entity).flatMap(({ field, storage }) => {
    const config = entity.fields[field]!;
    const isChoice = storage === "boolean" || (storage === "text" && fieldTypeOf(config).choices !== undefined);
    return isChoice && config.search !== undefined ? [field] : [];
  });
}

/**
 * The fields in the facet columns after a publication. A field keeps its column. A column whose field has just left is free only in the publication
 * after this one: a process that has not heard of the publication yet then never reads the values of one field as those of another.
 * @param facets those of the definition before; empty for a new one
 */
export function assignFacets(facets: readonly string[], entity: EntityDefinition): string[] {
  const suitable = suitableFields(entity);
  const waiting = suitable.filter((field) => !facets.includes(field));
  const assigned = columns.map((_, index) => {
    const field = facets[index] ?? "";
    if (field !== "") return suitable.includes(field) ? field : "";
    return waiting.shift() ?? "";
  });
  return assigned.slice(0, assigned.findLastIndex((field) => field !== "") + 1);
}

/** The facet column of each field, as SQL of the table `record`, with the type of its values. */
export const facetsByField = ({ facets }: Facets): ReadonlyMap<string, SQL> =>
  new Map(
    facets.flatMap((field, index) => (field === "" ? [] : [[field, sql.raw(`record.${columns[index]!}`)] as const])),
  );

/** The names of all facet columns. */
export const facetColumnsSql = sql.raw(columns.join(", "));

/** The names of all facet columns of a table. */
export const facetColumnsOf = (table: string): SQL => sql.raw(columns.map((column) => `${table}.${column}`).join(", "));

/** The values of all facet columns, from the values of a record. `data`: SQL of its JSON column. */
export const facetValuesSql = ({ facets }: Facets, data: SQL): SQL =>
  sql.join(
    columns.map((_, index) => sql`${data} ->> ${facets[index] || null}::text`),
    comma,
  );

/** The assignment of all facet columns from the values of a record, for an update. `data`: SQL of its JSON column. */
export const facetAssignmentSql = (facets: Facets, data: SQL): SQL =>
  sql`(${facetColumnsSql}) = row(${facetValuesSql(facets, data)})`;

/** The assignments of the facet columns of these fields, each after a comma, for an update. `data`: the new values. */
export const facetChangesSql = ({ facets }: Facets, names: readonly string[], data: Record<string, unknown>): SQL =>
  sql.join(
    facets.flatMap((field, index) => {
      if (!names.includes(field)) return [];
      const value = data[field];
      return [sql`, ${sql.raw(columns[index]!)} = ${value === undefined ? null : String(value)}::text`];
    }),
  );

/** The assignments of all facet columns from the row that an insert could not add. */
export const facetsFromExcluded: SQL = sql.raw(columns.map((column) => `${column} = excluded.${column}`).join(", "));
