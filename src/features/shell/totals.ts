import { useQueries, useQuery } from "@tanstack/react-query";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";

/** One page of a list as the home screen needs it: how many there are, and the newest few. */
const page = (type: string, pageSize: number, fields: Record<string, string> = {}) => ({
  paraModel: {
    url: `/admin/${type}/list`,
    pageIndex: 1,
    pageSize,
    fields,
    ...(pageSize > 1 ? { sort: { field: "createdAt", direction: "desc" as const } } : {}),
  },
});

/** Totals of lists by entity type; undefined while they are on their way or may not be read. */
export function useTotals(types: readonly string[]) {
  return useQueries({
    queries: types.map((type) => ({
      queryKey: ["table", type, "total"],
      queryFn: ({ signal }: { signal: AbortSignal }) => call("POST paas/table/search", page(type, 1), { signal }),
      select: (answer: { result: { total: number; isCapped: boolean } }) => answer.result,
    })),
  });
}

/** The newest messages that nobody has answered yet. */
export function useNewMessages(isAllowed: boolean, locale: Locale) {
  return useQuery({
    queryKey: ["table", "contactMessage", "new", locale],
    enabled: isAllowed,
    queryFn: ({ signal }) => call("POST paas/table/search", page("contactMessage", 5, { status: "new" }), { signal }),
    select: ({ result }) => result,
  });
}
