import { defaultPageSize, pageSizes } from "#kit/auto.ts";
import { type Filter, parseFilter, type SortOrder } from "#kit/filter.ts";

/** The state of a list. All of it is in the URL, so that lists can be linked and the Back button works. */
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
  /** Id of the row after which, or before which, the page begins; set only beyond `maxOffset`. */
  after?: string;
  before?: string;
};

/** Largest offset by which the server pages; beyond it, paging continues from a row (docs/architecture.md, data). */
const maxOffset = 10_000;
const fieldPrefix = "f.";
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const parameters = new Set(["pageIndex", "pageSize", "sort", "filter", "view", "after", "before"]);
/** The value of `view` for all rows, in a list that has a default view. */
export const allView = "all";

function positiveInteger(text: string | null, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

function sortOf(text: string | null): SortOrder | undefined {
  const [, field, direction] = /^(\w+)\.(asc|desc)$/.exec(text ?? "") ?? [];
  return field === undefined ? undefined : { field, direction: direction as SortOrder["direction"] };
}

/** Reads a list's state from the URL; ignores invalid parameters. */
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

/** The URL parameters with a list's state; other parameters are kept, defaults are omitted. */
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

/** Removes the position in the list: every change of search, order or page size returns to page 1 (B-148, B-149). */
const atFirstPage = ({ after: _after, before: _before, ...state }: TableState): TableState => ({
  ...state,
  pageIndex: 1,
});

/** The state with other search values, at the first page. */
export const withSearch = (state: TableState, fields: Record<string, string>): TableState => ({
  ...atFirstPage(state),
  fields,
});
export function withFilter(state: TableState, filter: Filter | undefined): TableState {
  const { filter: _filter, ...rest } = atFirstPage(state);
  return filter === undefined ? rest : { ...rest, filter };
}
/** The id of the active saved view; undefined for all rows. */
export const viewIdOf = ({ view }: TableState): string | undefined => (view === allView ? undefined : view);
/** Whether the URL contains no state of the list. The list then opens with the reader's default view. */
export const hasNoParameters = (state: TableState): boolean =>
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
/** The state without search values and conditions, at the first page. */
export const withoutSearch = (state: TableState): TableState => withFilter(withSearch(state, {}), undefined);
export const isSearched = ({ fields, filter }: TableState): boolean =>
  filter !== undefined || Object.keys(fields).length > 0;
export const withPageSize = (state: TableState, pageSize: number): TableState => ({ ...atFirstPage(state), pageSize });

/** The state after a click on a heading: sorts ascending, then descending, then in the default order of the list. */
export function withSort(state: TableState, field: string): TableState {
  const { sort, ...rest } = atFirstPage(state);
  if (sort?.field !== field) return { ...rest, sort: { field, direction: "asc" } };
  return sort.direction === "asc" ? { ...rest, sort: { field, direction: "desc" } } : rest;
}

/** The state for the next or previous page: by page number up to `maxOffset`, beyond it from the last or first of the current `rows`. */
export function withPage(state: TableState, step: "previous" | "next", rows: readonly { id: string }[]): TableState {
  const { after: _after, before: _before, ...rest } = state;
  const pageIndex = Math.max(1, state.pageIndex + (step === "next" ? 1 : -1));
  if ((pageIndex - 1) * state.pageSize <= maxOffset) return { ...rest, pageIndex };
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (first === undefined || last === undefined) return { ...rest, pageIndex: 1 };
  return { ...rest, pageIndex, ...(step === "next" ? { after: last } : { before: first }) };
}
