import { type SQL, sql } from "drizzle-orm";
import {
  conditionsIn,
  type Filter,
  filterLimits,
  type Operator,
  type RelatedField,
  relatedFieldIn,
  relatedFieldsIn,
  type Scalar,
} from "#kit/filter.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import { columnsFor, fieldTypeOf, namedFields } from "#records/registry/field-types.server.ts";
import { type RowStore, rowStorages } from "./row-store.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";
import { rangeOperand, storageTypes, type StoredStorage } from "#server/postgres/storage.server.ts";
import { entriesFor, fold, isSingleGram, searchScope } from "./search.server.ts";
import { storeOf } from "./store-of.server.ts";

export const badFilter = new Problem("badRequest", {
  zh: "筛选条件无效，请重新选择",
  en: "Invalid filter. Choose again.",
});

const comparisons = {
  eq: sql.raw("="),
  ne: sql.raw("is distinct from"),
  gt: sql.raw(">"),
  gte: sql.raw(">="),
  lt: sql.raw("<"),
  lte: sql.raw("<="),
};

type Comparable = { storage: StoredStorage; operators: ReadonlySet<Operator> };

/** The operators that an operator implies: a field that supports `eq` supports `ne` and `in` as well. */
const impliedOperators: Partial<Record<Operator, readonly Operator[]>> = { eq: ["ne", "in"], gte: ["gt"], lte: ["lt"] };
const withImpliedOperators = (operators: readonly Operator[]) =>
  new Set<Operator>(operators.flatMap((operator) => [operator, ...(impliedOperators[operator] ?? [])]));

const [idOperators, timeOperators] = [withImpliedOperators(["eq"]), withImpliedOperators(["gte", "lte", "between"])];
/** The columns that every row has. */
const rowColumns = [...rowStorages].map(([name, storage]): [string, Comparable] => [
  name,
  { storage, operators: storage === "uuid" ? idOperators : timeOperators },
]);

/**
 * How each readable field and each column of every row is compared. A field has the operator `empty`, those of its type unless it is localized, and
 * `contains` if it is searchable.
 */
const comparableOf = memo((readable: ReadableEntity): Map<string, Comparable> => {
  const fields = columnsFor(readable).map(({ field, storage }): [string, Comparable] => {
    const config = readable.fields[field]!;
    const plainOperators =
      config.localized === true ? [] : fieldTypeOf(config).operators.filter((operator) => operator !== "contains");
    const textOperators: Operator[] = readable.searchable?.includes(field) === true ? ["contains"] : [];
    return [field, { storage, operators: withImpliedOperators(["empty", ...plainOperators, ...textOperators]) }];
  });
  const named = namedFields(readable).map(({ field }): [string, Comparable] => [
    field,
    { storage: "boolean", operators: withImpliedOperators(["eq"]) },
  ]);
  return new Map([...fields, ...named, ...rowColumns]);
});

/** How a readable field of this entity is compared. @throws {Problem} badRequest for any other name (T-06, T-07) */
export function comparableField(readable: ReadableEntity, field: string): Comparable {
  const comparable = comparableOf(readable).get(field);
  if (comparable === undefined) throw badFilter;
  return comparable;
}

/** Maximum values of the operator `in`. */
const maxListItems = 200;

/** A text for a pattern of LIKE, which finds it as it is. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Records that conditions may compare: their fields as the reader sees them, and SQL that is true for those that the reader may read. */
export type RelatedRows = { readable: ReadableEntity; permitted: SQL };

/** Finds the records that a relation field may name; undefined where conditions cannot follow it (related.server.ts). */
export type FindRelated = (readable: ReadableEntity, relation: string) => RelatedRows | undefined;

/** `related`: absent where conditions may only compare fields of the row itself. */
type Scope = { readable: ReadableEntity; tenantId: string; related?: FindRelated | undefined };
type Condition = Extract<Filter, { field: string }>;
type TextCondition = Condition & { op: "contains" };

const isTextCondition = (filter: Filter): filter is TextCondition =>
  "field" in filter &&
  filter.op === "contains" &&
  relatedFieldIn(filter.field) === undefined &&
  fold(String(filter.value)).trim() !== "";
/** Alternative texts, one of which must match. */
const isTextAlternative = (filter: Filter): filter is { or: TextCondition[] } =>
  "or" in filter && filter.or.length > 0 && filter.or.every(isTextCondition);

/** Whether the search index answers this filter. */
export const usesSearchIndex = (filter: Filter): boolean => isTextCondition(filter) || isTextAlternative(filter);

const anyOfSql = (parts: SQL[]): SQL => (parts.length === 1 ? parts[0]! : sql`(${sql.join(parts, sql.raw(" or "))})`);

/** How to find rows: `index` looks up those that meet the condition, `text` tests each row. Both find the same rows. */
export type SearchMode = "index" | "text";

/** The condition that the search entries of a row contain all of these. */
export const hasAllEntriesSql = (entries: readonly number[]): SQL => sql`search @> ${sql.param(entries)}::bigint[]`;
/** The condition that the search entries of a row contain one of these. */
export const hasAnyEntrySql = (entries: readonly number[]): SQL =>
  entries.length === 1 ? hasAllEntriesSql(entries) : sql`search && ${sql.param(entries)}::bigint[]`;

/** The condition that each n-gram of one text occurs in one of several fields, for a single index look-up. */
function anyFieldSql(texts: readonly { entries: number[] }[]): SQL {
  const conditions = texts[0]!.entries.map((_, index) => hasAnyEntrySql(texts.map(({ entries }) => entries[index]!)));
  return sql`(${sql.join(conditions, sql.raw(" and "))})`;
}

/**
 * The condition that a row contains one of the texts: its search entries have the n-grams of the text and, unless the text is a single n-gram, the
 * text of the field contains it.
 */
function containsAnySql({ readable, tenantId }: Scope, conditions: readonly TextCondition[], mode: SearchMode): SQL {
  const texts = conditions.map(({ field, value }) => {
    if (!comparableField(readable, field).operators.has("contains") || Array.isArray(value) || value === null)
      throw badFilter;
    return { field, value: String(value) };
  });
  const { searchText } = storeOf(readable.source);
  const likeConditions = texts.map(
    ({ field, value }) => sql`${searchText(field)} like ${`%${escapeLike(fold(value).trim())}%`}`,
  );
  // A view has no search index of its own.
  if (mode === "text" || readable.source.joined !== undefined) return anyOfSql(likeConditions);
  const parts = texts.map(({ field, value }) => ({
    value,
    entries: entriesFor(searchScope(readable.source, tenantId), field, value),
  }));
  const isOneText = parts.length > 1 && new Set(parts.map(({ value }) => value)).size === 1;
  const gramConditions = isOneText
    ? anyFieldSql(parts)
    : anyOfSql(parts.map(({ entries }) => hasAllEntriesSql(entries)));
  if (texts.every(({ value }) => isSingleGram(value))) return gramConditions;
  return sql`(${gramConditions} and ${anyOfSql(likeConditions)})`;
}

function comparisonSql(
  { readable, mode }: Scope & { mode: SearchMode },
  field: string,
  op: Operator,
  value: Scalar | Scalar[],
): SQL {
  const { storage, operators } = comparableField(readable, field);
  if (!operators.has(op)) throw badFilter;
  const test = (make: Parameters<RowStore["test"]>[1]) => storeOf(readable.source).test(field, make, mode === "text");
  if (op === "empty")
    return test(({ column }) => (value === false ? sql`${column} is not null` : sql`${column} is null`));
  const operandOf = (item: Scalar) => {
    const operand = storageTypes[op === "contains" || op === "prefix" ? "text" : storage].operand?.(item);
    if (operand === undefined) throw badFilter;
    return operand;
  };
  if (op === "has") {
    if (typeof value !== "string") throw badFilter;
    return test(({ column }) => sql`${column} @> ${JSON.stringify([value])}::jsonb`);
  }
  if (op === "in") {
    if (!Array.isArray(value) || value.length > maxListItems) throw badFilter;
    const items = value.map(operandOf);
    return test(({ column, type }) => sql`${column} = any(${sql.param(items)}${sql.raw(`::${type}[]`)})`);
  }
  if (op === "between") {
    if (!Array.isArray(value) || value.length !== 2) throw badFilter;
    const ends = value.map((item) => (item === null ? null : { operand: operandOf(item) }));
    return test(({ column, type }) => {
      const [from, to] = ends.map(
        (end, index) =>
          end &&
          sql`${column} ${comparisons[index === 0 ? "gte" : "lte"]} ${sql.param(end.operand)}${sql.raw(`::${type}`)}`,
      );
      return sql`(${from ?? sql`true`} and ${to ?? sql`true`})`;
    });
  }
  if (op === "overlaps") {
    const range = Array.isArray(value) ? rangeOperand(storage, value) : undefined;
    if (range === undefined) throw badFilter;
    return test(({ column, type }) => sql`${column} && ${sql.param(range)}${sql.raw(`::${type}`)}`);
  }
  if (Array.isArray(value)) throw badFilter;
  const operand = operandOf(value);
  // Only a blank text gets here (see `isTextCondition`): it matches every row.
  if (op === "contains") return sql`true`;
  if (op === "prefix") return test(({ column }) => sql`${column} like ${`${escapeLike(String(operand))}%`}`);
  return test(({ column, type }) => sql`${column} ${comparisons[op]} ${sql.param(operand)}${sql.raw(`::${type}`)}`);
}

/** SQL of a filter: identifiers from the definition, values as parameters only. @throws {Problem} badRequest */
export function whereOf(scope: Scope, filter: Filter, mode: SearchMode = "index"): SQL {
  if (conditionsIn(filter) > filterLimits.conditions) throw badFilter;
  if (relatedFieldsIn(filter).length > filterLimits.related) throw badFilter;
  return filterSql({ ...scope, mode }, filter, 0);
}

/** A condition in both search modes, for statements that choose between them. */
export type SearchCondition = { readonly [mode in SearchMode]: SQL };

/** A filter in both search modes. @throws {Problem} badRequest */
export const searchOf = (scope: Scope, filter: Filter): SearchCondition => ({
  index: whereOf(scope, filter, "index"),
  text: whereOf(scope, filter, "text"),
});

/** The conjunction of two conditions. */
export const conjunctionOf = (one: SearchCondition, other: SearchCondition): SearchCondition => ({
  index: sql`${one.index} and ${other.index}`,
  text: sql`${one.text} and ${other.text}`,
});

/**
 * The condition that the row names a record that the reader may read and that meets the condition. A row without such a record never meets it, so the
 * rows of a list say nothing of records that are hidden from the reader.
 */
function relatedSql(scope: Scope & { mode: SearchMode }, { relation, field }: RelatedField, condition: Condition): SQL {
  const related = scope.related?.(scope.readable, relation);
  if (related === undefined) throw badFilter;
  const { readable, permitted } = related;
  // Without `related`: conditions follow one relation, not relations of relations.
  const meets = filterSql({ readable, tenantId: scope.tenantId, mode: "index" }, { ...condition, field }, 0);
  const ids = sql`from ${storeOf(readable.source).from([])} where ${permitted} and ${meets}`;
  return storeOf(scope.readable.source).test(
    relation,
    ({ column, type }) => sql`${column} in (select id::${sql.raw(type)} ${ids})`,
    scope.mode === "text",
  );
}

function filterSql(scope: Scope & { mode: SearchMode }, filter: Filter, depth: number): SQL {
  if (depth > filterLimits.depth) throw badFilter;
  if (isTextCondition(filter)) return containsAnySql(scope, [filter], scope.mode);
  if (isTextAlternative(filter)) return containsAnySql(scope, filter.or, scope.mode);
  if ("field" in filter) {
    const relatedField = relatedFieldIn(filter.field);
    if (relatedField !== undefined) return relatedSql(scope, relatedField, filter);
    return comparisonSql(scope, filter.field, filter.op, filter.value);
  }
  const isAnd = "and" in filter;
  const parts = isAnd ? filter.and : filter.or;
  if (parts.length === 0) return isAnd ? sql`true` : sql`false`;
  return sql`(${sql.join(
    parts.map((part) => filterSql(scope, part, depth + 1)),
    sql.raw(isAnd ? " and " : " or "),
  )})`;
}
