import { z } from "zod";
import { anyone, signInFirstText } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { pageTypeInput } from "../page-input.server.ts";
import { autoPageOutput, toAutoPageOutput } from "../page-output.server.ts";
import { readSitePage, sitePathOf } from "../public-page.server.ts";
import { readAutoPage } from "../read-page.server.ts";

const autoPageIndex = defineCall({
  method: "GET",
  path: "Api/AutoPage/Index",
  envelope: "site",
  title: {
    zh: "获取自动页面（首页）；类型 web/{key} 为网站上已发布的页面",
    en: "Get the index page of a type: its components and name; `web/{key}` is a published page of the site",
  },
  // Published pages of the site are open to everyone; all others need a sign-in.
  access: anyone,
  // The whole query of the address is passed on.
  input: z.looseObject({ type: pageTypeInput }),
  output: autoPageOutput,
  async run({ type }, context) {
    const path = sitePathOf(type);
    if (path !== undefined) return readSitePage(context, { type, path });
    const { principal, locale } = context;
    if (principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
    const page = await readAutoPage({ ...context, principal }, type, "index");
    return toAutoPageOutput(page, { type, kind: "index", locale });
  },
});

export default autoPageIndex;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoPage/Index": typeof autoPageIndex;
  }
}
