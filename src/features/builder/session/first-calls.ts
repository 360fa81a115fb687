import type { CallInput } from "#kit/call.ts";

/** The maximum number of rows per request; in a space with more pages the others are found through the list of pages. */
const choices = 120;

/** What the builder asks for when it opens a page. */
export const pageInput = (pageId: string): CallInput<"POST Api/SitePage/GetPageInfo"> => ({
  id: pageId,
  diyPageInfo: {},
});

/** What it asks for to offer the space's pages, by address. */
export const pageListInput: CallInput<"POST paas/table/search"> = {
  paraModel: { url: "/admin/page/list", pageSize: choices, sort: { field: "path", direction: "asc" } },
};
