import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { Problem } from "#kit/problem.ts";
import { themeTokens } from "#kit/site-schema.ts";
import { documentOfTemplate, siteTemplate } from "#records/site/site-templates.server.ts";

const notFound = { zh: "模板页面不存在", en: "Template page not found" };

const templatePage = defineCall({
  method: "GET",
  path: "Api/SiteTheme/TemplatePage",
  envelope: "site",
  title: {
    zh: "查询模板中一个页面的内容，用于插入到页面",
    en: "Get the content of a page of a template, to insert it into a page",
  },
  access: rowAccess("read", "page"),
  input: z.object({ template: z.string().max(60), path: z.string().max(200) }),
  /** `tokens`: the look that the page was made with. */
  output: z.object({ page: pageDocument, tokens: themeTokens }),
  async run({ template: key, path }) {
    const template = siteTemplate(key);
    const page = template?.pages.find((candidate) => candidate.path === path);
    if (template === undefined || page === undefined) throw new Problem("notFound", notFound);
    return { page: documentOfTemplate(page), tokens: template.tokens };
  },
});

export default templatePage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteTheme/TemplatePage": typeof templatePage;
  }
}
