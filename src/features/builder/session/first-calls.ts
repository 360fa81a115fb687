import type { CallInput } from "#kit/call.ts";

/** The maximum number of rows per request; in a space with more pages the others are found through the list of pages. */
const maxPages = 120;

/** The builder's query for a page. */
export const pageInput = (pageId: string): CallInput<"POST Api/SitePage/GetPageInfo"> => ({
  id: pageId,
  diyPageInfo: {},
});

/** The query for the list of the space's pages. */
export const pageListInput: CallInput<"POST paas/table/search"> = {
  paraModel: { url: "/admin/page/list", pageSize: maxPages, sort: { field: "path", direction: "asc" } },
};
