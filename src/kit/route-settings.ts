import { filterOfWord, themeFilterOf } from "./theme-type.ts";
import { queryParameter } from "./url.ts";

/**
 * What a route says of itself, for what its path does not say or says otherwise: the type of its entity, the number of the `filter` header, and the kind of
 * users whose number that is (B-042).
 */
export type RouteSettings = { type?: string; filter?: number; themetype?: string };

/** The entity type that the query or the route names; undefined if only the path says it. */
export const routeType = (query: URLSearchParams, settings: RouteSettings): string | undefined =>
  queryParameter(query, "type") ?? settings.type;

const filterOf = ({ filter, themetype = "" }: RouteSettings): number | undefined =>
  filter ?? filterOfWord(themetype.toLowerCase());

/** The number of the `filter` header at an address: the query counts before the settings of its route, and these before the path. */
export function routeFilter(path: string, query: URLSearchParams, settings: RouteSettings): number {
  // A list has its conditions, which are no number, in a parameter of the same name.
  const number = /^\d{1,3}$/.exec(queryParameter(query, "filter") ?? "")?.[0];
  const themetype = queryParameter(query, "themetype");
  const chosen = filterOf({ ...(number && { filter: Number(number) }), ...(themetype && { themetype }) });
  return chosen ?? filterOf(settings) ?? themeFilterOf(path);
}
