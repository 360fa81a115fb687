import type { CallInput } from "#kit/call.ts";
import { hasNoParameters, readTableState, type TableState, viewIdOf } from "#render/table/table-state.ts";

/** The input of the call that loads a list in this state; `opens` asks for the reader's default view, if the address has no state. */
export function searchInput(type: string, state: TableState): CallInput<"POST paas/table/search"> {
  const { view: _view, ...rest } = state;
  const view = viewIdOf(state);
  return {
    paraModel: {
      url: `/admin/${type}/list`,
      ...rest,
      ...(view && { view }),
      ...(hasNoParameters(state) ? { opens: true } : {}),
    },
  };
}

/** The input of the call that counts all rows of a list in this state. */
export const countInput = (type: string, { fields, filter }: TableState): CallInput<"POST paas/table/count"> => ({
  paraModel: { url: `/admin/${type}/list`, fields, ...(filter === undefined ? {} : { filter }) },
});

/** The input of the first call of a list with this query string. */
export const listInput = (type: string, query: URLSearchParams): CallInput<"POST paas/table/search"> =>
  searchInput(type, readTableState(query));

/** The input of the call that loads the form of the row `id` or, without an id, of a new row with the values of the row `copiedId`. */
export const formInput = (
  type: string,
  id: string | undefined,
  copiedId: string | undefined,
): CallInput<"GET Api/Ui/AutoForm"> => ({
  type,
  ...(id === undefined ? {} : { id }),
  ...(copiedId === undefined ? {} : { from: copiedId }),
});
