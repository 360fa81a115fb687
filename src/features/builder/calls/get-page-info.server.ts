import { forbiddenText, rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import page from "#entities/page.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { pageInfoInput, pageInfoOutput, readPageInfo } from "#features/builder/wire/page-info.server.ts";

/** The page of the builder, as roles name it. */
const builder = { name: "builder", verbs: ["editContent"] } as const;

const getPageInfo = defineCall({
  method: "POST",
  path: "Api/SitePage/GetPageInfo",
  envelope: "site",
  title: { zh: "查询页面草稿", en: "Get a page’s draft for editing" },
  access: rowAccess("read", "page"),
  safe: true,
  input: pageInfoInput,
  output: pageInfoOutput,
  run(input, context) {
    if (!viewOf(context.principal, page).givesPage(builder)) throw new Problem("forbidden", forbiddenText);
    return readPageInfo(input, context, "site");
  },
});

export default getPageInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/GetPageInfo": typeof getPageInfo;
  }
}
