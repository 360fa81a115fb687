import type { CallInput } from "#kit/call.ts";

/** Most rows that one request may ask for; a space with more pages finds the others in the list of pages. */
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
