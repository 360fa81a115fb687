import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { peopleOfPage } from "#features/builder/server/comment-people.server.ts";
import { onEditablePage } from "#features/builder/server/draft.server.ts";

const commentPeople = defineCall({
  method: "GET",
  path: "Api/SitePage/CommentPeople",
  envelope: "site",
  title: {
    zh: "查询可提及的成员",
    en: "List the members who can be mentioned in comments on a page, up to 200, by name",
  },
  access: rowAccess("editContent", "page"),
  input: z.object({ pageId: z.uuid() }),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  run: ({ pageId }, { principal, services: { database } }) =>
    onEditablePage({ database, principal }, pageId, (tx) => peopleOfPage(tx, { tenantId: principal.tenantId, pageId })),
});

export default commentPeople;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/CommentPeople": typeof commentPeople;
  }
}
