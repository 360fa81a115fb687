import { useQuery } from "@tanstack/react-query";
import type { LocalizedValue } from "#kit/text.ts";
import { call } from "#ui/call.ts";

/** A page as it is offered to be opened. */
export type PageChoice = { id: string; path: string; title: LocalizedValue<string>; status: string };

export const homePath = "/index";
/** As many as a table shows at once; whoever has more finds the others in the list of pages. */
const most = 120;

/** The space's pages by address. */
export function usePages() {
  return useQuery({
    queryKey: ["table", "page", "choices"],
    async queryFn({ signal }): Promise<PageChoice[]> {
      const paraModel = { url: "/admin/page/list", pageSize: most, sort: { field: "path", direction: "asc" as const } };
      const { result } = await call("POST paas/table/search", { paraModel }, { signal });
      return result.rows as unknown as PageChoice[];
    },
  });
}
