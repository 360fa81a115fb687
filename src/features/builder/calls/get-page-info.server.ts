import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageInfoInput, pageInfoOutput, readPageInfo } from "#features/builder/wire/page-info.server.ts";

const getPageInfo = defineCall({
  method: "POST",
  path: "Api/SitePage/GetPageInfo",
  envelope: "site",
  title: { zh: "查询页面草稿", en: "Get a page’s draft for editing" },
  access: rowAccess("read", "page"),
  safe: true,
  input: pageInfoInput,
  output: pageInfoOutput,
  run: (input, context) => readPageInfo(input, context, "site"),
});

export default getPageInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/GetPageInfo": typeof getPageInfo;
  }
}
