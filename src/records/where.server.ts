import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Filter, Operator, Scalar } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import { columnsFor } from "./definitions.server.ts";
import { bigrams, fold } from "./search.server.ts";

const badFilter = new Problem("badRequest", { zh: "筛选条件不正确", en: "This filter is not possible" });

const comparisons: Partial<Record<Operator, SQL>> = {
  eq: sql.raw("="),
  ne: sql.raw("is distinct from"),
  gt: sql.raw(">"),
  gte: sql.raw(">="),
  lt: sql.raw("<"),
  lte: sql.raw("<="),
};

const casts: Record<string, string> = { text: "text", integer: "integer", decimal: "numeric", boolean: "boolean", timestamp: "timestamptz", uuid: "uuid", json: "text" };

const ownColumns: Record<string, string> = { id: "uuid", createdAt: "timestamp", updatedAt: "timestamp", version: "integer" };

/** The column of a field that this entity really has; never anything from the input itself (T-07). @throws {Problem} badRequest */
export function columnOf(entity: EntityDefinition, field: string): { column: SQL; storage: string } {
  const own = Object.hasOwn(ownColumns, field) ? ownColumns[field] : undefined;
  const found = columnsFor(entity).find((item) => item.field === field);
  if (own !== undefined) return { column: sql.identifier(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as unknown as SQL, storage: own };
  if (found === undefined || entity.fields[field]?.type === "hidden") throw badFilter;
  return { column: sql.identifier(found.column) as unknown as SQL, storage: found.storage };
}

const likeSafe = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** `contains` over the indexed text of the row where the field is searchable, else over the field itself. */
function contains(entity: EntityDefinition, field: string, value: string): SQL {
  const { column } = columnOf(entity, field);
  const pattern = `%${likeSafe(fold(value))}%`;
  if (entity.searchable?.includes(field) !== true) return sql`lower(${column}::text) like ${pattern}`;
  const pieces = bigrams(value);
  const exact = sql`search_text like ${pattern}`;
  // A single character has no pair to look up; two have one, and that pair is already the exact answer.
  if (pieces.length === 0) return exact;
  const indexed = sql`search @> ${sql.param(pieces)}::text[]`;
  return [...fold(value)].length === 2 ? indexed : sql`(${indexed} and ${exact})`;
}

function comparison(entity: EntityDefinition, field: string, op: Operator, value: Scalar | Scalar[]): SQL {
  const { column, storage } = columnOf(entity, field);
  const cast = sql.raw(`::${casts[storage]!}`);
  if (op === "empty") return value === false ? sql`${column} is not null` : sql`${column} is null`;
  if (op === "in") {
    if (!Array.isArray(value) || value.length > 200) throw badFilter;
    return sql`${column} = any(${sql.param(value)}${sql.raw(`::${casts[storage]!}[]`)})`;
  }
  if (Array.isArray(value)) throw badFilter;
  if (op === "contains") return contains(entity, field, String(value));
  if (op === "prefix") return sql`${column} like ${`${likeSafe(String(value))}%`}`;
  return sql`${column} ${comparisons[op]!} ${sql.param(value)}${cast}`;
}

/** Filters may nest this deep and say this much; more is an attack or a mistake. */
const deepest = 6;
const longest = 50;

/** SQL of a filter: identifiers from the definition, values as parameters only. @throws {Problem} badRequest */
export function whereOf(entity: EntityDefinition, filter: Filter, depth = 0): SQL {
  if (depth > deepest) throw badFilter;
  if ("field" in filter) return comparison(entity, filter.field, filter.op, filter.value);
  const isAnd = "and" in filter;
  const parts = isAnd ? filter.and : filter.or;
  if (parts.length > longest) throw badFilter;
  if (parts.length === 0) return isAnd ? sql`true` : sql`false`;
  return sql`(${sql.join(parts.map((part) => whereOf(entity, part, depth + 1)), sql.raw(isAnd ? " and " : " or "))})`;
}
