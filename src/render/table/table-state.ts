import { defaultPageSize, pageSizes } from "#kit/auto.ts";
import { type Filter, parseFilter, type SortOrder } from "#kit/filter.ts";

/** The state of a list, all of it in the address, so that lists can be linked and Back works. */
export type TableState = {
  pageIndex: number;
  pageSize: number;
  sort?: SortOrder;
  /** Search values by field. */
  fields: Record<string, string>;
  /** The conditions of the advanced search. */
  filter?: Filter;
  /** The id of the active saved view, or `allView`. The state contains its search, possibly modified. */
  view?: string;
  /** Beyond the largest offset, paging continues from a row: after the last or before the first one. */
  after?: string;
  before?: string;
};

/** Offset beyond which the server pages from a row (architecture: data). */
const maxOffset = 10_000;
const fieldPrefix = "f.";
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const parameters = new Set(["pageIndex", "pageSize", "sort", "filter", "view", "after", "before"]);
/** The view of all rows, for a list that has a default view. */
export const allView = "all";

function positiveInteger(text: string | null, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

function sortOf(text: string | null): SortOrder | undefined {
  const [, field, direction] = /^(\w+)\.(asc|desc)$/.exec(text ?? "") ?? [];
  return field === undefined ? undefined : { field, direction: direction as SortOrder["direction"] };
}

/** Reads a list's state from the address; invalid parts are ignored. */
export function readTableState(query: URLSearchParams): TableState {
  const size = positiveInteger(query.get("pageSize"), defaultPageSize);
  const sort = sortOf(query.get("sort"));
  const filter = parseFilter(query.get("filter") ?? "");
  const [after, before, view] = [query.get("after"), query.get("before"), query.get("view")];
  return {
    pageIndex: positiveInteger(query.get("pageIndex"), 1),
    pageSize: pageSizes.find((candidate) => candidate === size) ?? defaultPageSize,
    fields: Object.fromEntries(
      [...query]
        .filter(([key]) => key.startsWith(fieldPrefix))
        .map(([key, value]) => [key.slice(fieldPrefix.length), value]),
    ),
    ...(sort === undefined ? {} : { sort }),
    ...(filter === undefined ? {} : { filter }),
    ...(view !== null && (view === allView || uuid.test(view)) ? { view } : {}),
    ...(after === null ? {} : { after }),
    ...(before === null ? {} : { before }),
  };
}

/** Writes a list's state into the address and keeps other parameters. Defaults are omitted. */
export function writeTableState(query: URLSearchParams, state: TableState): URLSearchParams {
  const next = new URLSearchParams([...query].filter(([key]) => !key.startsWith(fieldPrefix) && !parameters.has(key)));
  for (const [field, value] of Object.entries(state.fields)) if (value !== "") next.set(fieldPrefix + field, value);
  if (state.filter !== undefined) next.set("filter", JSON.stringify(state.filter));
  if (state.view !== undefined) next.set("view", state.view);
  if (state.sort !== undefined) next.set("sort", `${state.sort.field}.${state.sort.direction}`);
  if (state.pageSize !== defaultPageSize) next.set("pageSize", String(state.pageSize));
  if (state.pageIndex > 1) next.set("pageIndex", String(state.pageIndex));
  if (state.after !== undefined) next.set("after", state.after);
  if (state.before !== undefined) next.set("before", state.before);
  return next;
}

const fromStart = ({ after: _after, before: _before, ...state }: TableState): TableState => ({
  ...state,
  pageIndex: 1,
});

/** Changes search values, order or page size, and returns to page 1 (B-148, B-149). */
export const withSearch = (state: TableState, fields: Record<string, string>): TableState => ({
  ...fromStart(state),
  fields,
});
export function withFilter(state: TableState, filter: Filter | undefined): TableState {
  const { filter: _filter, ...rest } = fromStart(state);
  return filter === undefined ? rest : { ...rest, filter };
}
/** The saved view that is shown, if any. */
export const viewIdOf = ({ view }: TableState): string | undefined => (view === allView ? undefined : view);
/** Whether the address contains no state of the list: it opens with the reader's default view. */
export const isBare = (state: TableState): boolean =>
  state.view === undefined && writeTableState(new URLSearchParams(), state).size === 0;
/** The state for a view, at its first page. */
export function withView(
  view: string,
  {
    fields,
    filter,
    sort,
    pageSize,
  }: {
    fields: Record<string, string>;
    filter?: Filter | undefined;
    sort?: SortOrder | undefined;
    pageSize?: number | undefined;
  },
): TableState {
  return {
    pageIndex: 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? defaultPageSize,
    fields,
    ...(sort === undefined ? {} : { sort }),
    ...(filter === undefined ? {} : { filter }),
    view,
  };
}
/** Without anything that is searched for. */
export const withoutSearch = (state: TableState): TableState => withFilter(withSearch(state, {}), undefined);
export const isSearched = ({ fields, filter }: TableState): boolean =>
  filter !== undefined || Object.keys(fields).length > 0;
export const withPageSize = (state: TableState, pageSize: number): TableState => ({ ...fromStart(state), pageSize });

/** A click on a heading: ascending, descending, and back to the list's own order. */
export function withSort(state: TableState, field: string): TableState {
  const { sort, ...rest } = fromStart(state);
  if (sort?.field !== field) return { ...rest, sort: { field, direction: "asc" } };
  return sort.direction === "asc" ? { ...rest, sort: { field, direction: "desc" } } : rest;
}

/** One page on or back: by number as long as the server counts that far, then from row to row. */
export function withPage(state: TableState, step: "previous" | "next", rows: readonly { id: string }[]): TableState {
  const { after: _after, before: _before, ...rest } = state;
  const pageIndex = Math.max(1, state.pageIndex + (step === "next" ? 1 : -1));
  if ((pageIndex - 1) * state.pageSize <= maxOffset) return { ...rest, pageIndex };
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (first === undefined || last === undefined) return { ...rest, pageIndex: 1 };
  return { ...rest, pageIndex, ...(step === "next" ? { after: last } : { before: first }) };
}
