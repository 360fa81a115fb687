import { useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import type { Filter } from "./filters.tsx";

/** An item in the list of the market. */
export type MarketEntry = CallOutput<"GET Api/Market/Page">["rows"][number];

/** The number of items on a page of the list. */
export const itemsPerPage = 12;

/** A page of the list. The page before stays until the next one is there. */
export function useMarketPage({ kind, classId, keyword, isOwn }: Filter, pageIndex: number) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["market", "page", locale, kind, classId, keyword, isOwn, pageIndex],
    queryFn: ({ signal }) =>
      call(
        "GET Api/Market/Page",
        {
          ...(kind === "" ? {} : { kind }),
          ...(classId === "" ? {} : { classId }),
          ...(keyword === "" ? {} : { keyword }),
          ...(isOwn ? { scope: "own" as const } : {}),
          pageIndex,
          pageSize: itemsPerPage,
        },
        { signal },
      ),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
}
