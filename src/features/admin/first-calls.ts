import type { CallInput } from "#kit/call.ts";
import { readTableState, type TableState } from "#render/table/table-state.ts";

/** What a list in this state asks the server for. */
export const searchInput = (type: string, state: TableState): CallInput<"POST paas/table/search"> => ({
  paraModel: { url: `/admin/${type}/list`, ...state },
});

/** What is asked for when a list in this state shall say exactly how many rows it has. */
export const countInput = (type: string, { fields }: TableState): CallInput<"POST paas/table/count"> => ({
  paraModel: { url: `/admin/${type}/list`, fields },
});

/** What the list at an address with this query asks for first. */
export const listInput = (type: string, query: URLSearchParams): CallInput<"POST paas/table/search"> =>
  searchInput(type, readTableState(query));

/** What the form of a row asks for; without an id, that of a new one. */
export const formInput = (type: string, id: string | undefined): CallInput<"GET Api/Ui/AutoForm"> => ({
  type,
  ...(id === undefined ? {} : { id }),
});
