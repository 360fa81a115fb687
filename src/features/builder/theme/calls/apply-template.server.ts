import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { siteTemplate } from "#records/site/site-templates.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { applyTemplate } from "../apply-template.server.ts";

const unknownTemplate = { zh: "模板不存在", en: "Template not found" };

const applyCall = defineCall({
  method: "POST",
  path: "Api/SiteTheme/Apply",
  envelope: "site",
  title: {
    zh: "使用模板：新建主题与草稿页面，不改动已有内容",
    en: "Use a template: adds a theme and drafts of its pages, and changes nothing that exists",
  },
  access: administrator,
  idempotent: true,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({ template: z.string().min(1).max(40) }),
  output: z.strictObject({ themeId: z.string(), homePageId: z.string(), pageCount: z.number() }),
  run({ template: key }, context) {
    const template = siteTemplate(key);
    if (template === undefined) throw new Problem("notFound", unknownTemplate);
    return context.services.database.tenant(context.principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      return applyTemplate(tx, context, template);
    });
  },
});

export default applyCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SiteTheme/Apply": typeof applyCall;
  }
}
