import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { type ListQuery, readRanked, readRows } from "./list.server.ts";
import { fold, isWord, searchScope, wholeWordEntry, wholeWordPattern } from "./search.server.ts";
import { conjunctionOf, hasAnyEntrySql, type SearchCondition, searchOf } from "./where.server.ts";

/** The maximum number of words of a search; further ones are ignored. */
const maxWords = 8;
const searchWords = (text: string): string[] =>
  [...new Set(fold(text).split(" "))].filter((word) => word !== "").slice(0, maxWords);

const wordFilter = (fields: readonly string[], value: string): Filter => ({
  or: fields.map((field) => ({ field, op: "contains", value })),
});

/** The filter of a search box: rows in which each word of a text occurs in some searchable field. */
export function searchFilter({ searchable = [] }: Pick<EntityDefinition, "searchable">, text: string): Filter {
  return { and: searchable.length === 0 ? [] : searchWords(text).map((word) => wordFilter(searchable, word)) };
}

type Scope = { readable: ReadableEntity; tenantId: string };

/** The condition that one of the fields contains a word, as a whole word if its script separates words. */
function wordCondition(scope: Scope, fields: readonly string[], word: string): SearchCondition {
  const anyField = searchOf(scope, wordFilter(fields, word));
  if (!isWord(word)) return anyField;
  const tenantScope = searchScope(scope.readable.source, scope.tenantId);
  const patterns = fields.map((field) => sql`search_text->>${field}::text ~ ${wholeWordPattern(word)}`);
  return {
    index: hasAnyEntrySql(fields.map((field) => wholeWordEntry(tenantScope, field, word))),
    // Few rows contain the word at all, and patterns are slower.
    text: sql`${anyField.text} and (${sql.join(patterns, sql.raw(" or "))})`,
  };
}

/** The ranking conditions, from strict to loose: all whole words in the title, all whole words anywhere, parts of words. */
function tiersOf(scope: Scope, text: string): SearchCondition[] {
  const { titleField, searchable = [] } = scope.readable;
  const words = searchWords(text);
  const all = searchOf(scope, searchFilter(scope.readable, text));
  const conditionFor = (fields: readonly string[]) =>
    words.map((word) => wordCondition(scope, fields, word)).reduce(conjunctionOf);
  const titleTiers = searchable.includes(titleField) ? [conditionFor([titleField])] : [];
  return [...titleTiers, ...(words.some(isWord) ? [conditionFor(searchable)] : []), all];
}

/** Rows with each word of `text`, the best matches first, equal ones in the order of the list. @throws {Problem} as `listRows` */
export async function findRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  text: string,
  query: Omit<ListQuery, "after" | "before">,
): Promise<AnyRow[]> {
  const { readable } = viewOf(principal, entity);
  const isSearch = searchWords(text).length > 0 && readable.searchable !== undefined && readable.searchable.length > 0;
  // Views have no search index to rank by.
  if (isSearch && entity.joined !== undefined)
    return readRows(database, principal, entity, { ...query, filter: searchFilter(readable, text) });
  return readRanked(database, principal, entity, {
    query,
    tiers: isSearch ? tiersOf({ readable, tenantId: principal.tenantId }, text) : [],
  });
}
