import type { CallInput } from "#kit/call.ts";

/** The number of pages in the builder's list, which is the maximum per request. Further pages can be opened from the admin area's list of pages. */
const maxPages = 120;

/** The builder's query for a page. */
export const pageInput = (pageId: string): CallInput<"POST Api/SitePage/GetPageInfo"> => ({
  id: pageId,
  diyPageInfo: {},
  recordsOnly: true,
});

/** The query for the list of the space's pages. */
export const pageListInput: CallInput<"POST paas/table/search"> = {
  paraModel: { url: "/admin/page/list", pageSize: maxPages, sort: { field: "path", direction: "asc" } },
};
