import { useQuery } from "@tanstack/react-query";
import type { AdvancedItem } from "#kit/auto.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";

/** The fields of the advanced search of a list. */
export function useAdvancedItems(type: string) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["advancedSearch", type, locale],
    // The cast is needed because the output's schema leaves the options of field types open.
    queryFn: async ({ signal }) =>
      (await call("GET paas/table/advanced", { type }, { signal })) as unknown as AdvancedItem[],
  });
}
