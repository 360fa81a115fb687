import { useQuery } from "@tanstack/react-query";
import type { LocalizedValue } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { pageListInput } from "./first-calls.ts";

/** A page in the builder's list of pages. */
export type PageChoice = { id: string; path: string; title: LocalizedValue<string>; status: string };

/** The path of the home page. */
export const homePath = "/index";

/** The space's pages, sorted by path. */
export function usePages() {
  return useQuery({
    queryKey: ["table", "page", "choices"],
    async queryFn({ signal }): Promise<PageChoice[]> {
      const { result } = await call("POST paas/table/search", pageListInput, { signal });
      return result.rows as unknown as PageChoice[];
    },
  });
}
