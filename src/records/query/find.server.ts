import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { type SeenEntity, viewOf } from "#records/registry/view.server.ts";
import { type ListQuery, readRanked } from "./list.server.ts";
import { fold } from "./search.server.ts";
import { whereOf } from "./where.server.ts";

/** Words of one search at most; those behind them count for nothing. */
const maxWords = 8;
const searchWords = (text: string): string[] =>
  [...new Set(fold(text).split(" "))].filter((word) => word !== "").slice(0, maxWords);

/** A word of letters and digits in a script that separates words by spaces: in others word boundaries are unknown. */
const isParted = (word: string) =>
  /^[\p{L}\p{N}]{1,64}$/u.test(word) && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word);

const hasWord = (fields: readonly string[], value: string): Filter => ({
  or: fields.map((field) => ({ field, op: "contains", value })),
});

/** The rows in which each word of a text stands somewhere: what people type into one box for all of an entity's texts. */
export function findFilter({ searchable = [] }: Pick<EntityDefinition, "searchable">, text: string): Filter {
  return { and: searchable.length === 0 ? [] : searchWords(text).map((word) => hasWord(searchable, word)) };
}

/** Whether a word of letters and digits stands by itself in one of the fields, not as a part of another one. */
const isWhole = (fields: readonly string[], word: string): SQL =>
  sql`(${sql.join(
    fields.map((field) => sql`search_text->>${field}::text ~ ${`\\m${word}\\M`}`),
    sql.raw(" or "),
  )})`;

const allOf = (parts: SQL[]): SQL => sql`(${sql.join([sql`true`, ...parts], sql.raw(" and "))})`;

/** The conditions under which rows are shown, the best first: all words whole in the title, all whole anywhere, all as parts of words. */
function tiersOf(scope: { seen: SeenEntity; tenantId: string }, text: string): SQL[] {
  const { titleField, searchable = [] } = scope.seen;
  const words = searchWords(text);
  const wholeWords = words.filter(isParted);
  const anywhere = whereOf(scope, findFilter(scope.seen, text));
  const areWhole = allOf(wholeWords.map((word) => isWhole(searchable, word)));
  const whole = wholeWords.length === 0 ? [anywhere] : [sql`${anywhere} and ${areWhole}`];
  const parts = wholeWords.length === 0 ? [] : [sql`${anywhere} and ${areWhole} is not true`];
  if (!searchable.includes(titleField)) return [...whole, ...parts];
  const inTitle = whereOf(scope, { and: words.map((word) => hasWord([titleField], word)) });
  const titleTier = sql`${inTitle} and ${allOf(wholeWords.map((word) => isWhole([titleField], word)))}`;
  return [titleTier, ...whole.map((tier) => sql`${tier} and (${titleTier}) is not true`), ...parts];
}

/** Rows that have each word of `text`, the best first and among equals in the list's order. @throws {Problem} as `listRows` */
export async function findRows(
  database: Database,
  who: Principal,
  entity: EntityDefinition,
  text: string,
  query: Omit<ListQuery, "after" | "before">,
): Promise<AnyRow[]> {
  const { seen } = viewOf(who, entity);
  const isAsked = searchWords(text).length > 0 && seen.searchable !== undefined && seen.searchable.length > 0;
  return readRanked(database, who, entity, {
    query,
    tiers: isAsked ? tiersOf({ seen, tenantId: who.tenantId }, text) : [],
  });
}
