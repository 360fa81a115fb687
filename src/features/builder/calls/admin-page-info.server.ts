import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageInfoInput, pageInfoOutput, readPageInfo } from "#features/builder/wire/page-info.server.ts";

const adminPageInfo = defineCall({
  method: "POST",
  path: "Api/adminSitePage/GetPageInfo",
  envelope: "site",
  title: { zh: "查询后台页面草稿", en: "Get a page’s draft for editing, as a page of an admin theme" },
  access: rowAccess("read", "page"),
  safe: true,
  input: pageInfoInput,
  output: pageInfoOutput,
  run: (input, context) => readPageInfo(input, context, "admin"),
});

export default adminPageInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/adminSitePage/GetPageInfo": typeof adminPageInfo;
  }
}
