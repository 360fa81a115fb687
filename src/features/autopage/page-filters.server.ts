import type { UserPrincipal } from "#kit/access.ts";
import { type AutoPageView, widgetsIn } from "#kit/auto-page.ts";
import type { SearchItem } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { searchItemsOf } from "#records/describe/describe.server.ts";
import { filterOf } from "#records/query/row-input.server.ts";
import { badFilter } from "#records/query/where.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { AutoPage } from "./read-page.server.ts";

type Context = Pick<CallContext<UserPrincipal>, "principal" | "entities" | "locale">;

/**
 * The entity whose search form filters a report: that of the page's type or, if no component shows it, the first that a component shows and the reader
 * may read. Index pages have no filters.
 */
function filteredEntity(
  { principal, entities }: Context,
  page: AutoPage,
  { type, kind }: { type: string; kind: AutoPageView },
): EntityDefinition | undefined {
  if (kind === "index") return undefined;
  const sources = widgetsIn(page.parts).flatMap(({ widget: { value } }) =>
    typeof value?.source === "string" ? [value.source.toLowerCase()] : [],
  );
  const first = sources.find((source) => source === type.toLowerCase()) ?? sources[0];
  const entity = [...entities.all, ...entities.views].find((candidate) => candidate.type.toLowerCase() === first);
  return entity !== undefined && allows(principal, entity, "read") ? entity : undefined;
}

/** The search form of a report: its fields, and the type of the data that they filter. */
export function filtersOf(
  context: Context,
  page: AutoPage,
  place: { type: string; kind: AutoPageView },
): { filters: SearchItem[]; source: string | null } {
  const entity = filteredEntity(context, page, place);
  if (entity === undefined) return { filters: [], source: null };
  const { readable } = viewOf(context.principal, entity);
  return { filters: [...searchItemsOf(readable, context.locale)], source: entity.type };
}

/** The condition of values that were entered in the search form, as JSON. @throws {Problem} badRequest when they are none */
export function searchOf(
  context: Context,
  page: AutoPage,
  { fields, ...place }: { type: string; kind: AutoPageView; fields: string | undefined },
): { source: string; filter: Filter } | undefined {
  if (fields === undefined) return undefined;
  const values = readJsonObject(fields);
  if (values === undefined) throw badFilter;
  const entity = filteredEntity(context, page, place);
  if (entity === undefined) throw badFilter;
  return { source: entity.type, filter: filterOf(viewOf(context.principal, entity).readable, values) };
}
