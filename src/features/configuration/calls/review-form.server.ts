import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxDraftCharacters } from "#kit/light-app.ts";
import { formOutput } from "#records/describe/auto-output.server.ts";
import { toForm } from "#records/describe/describe.server.ts";
import { formEntity } from "#records/definitions/configuration-form.server.ts";
import { formProblems } from "../config-form.server.ts";

const reviewForm = defineCall({
  method: "POST",
  path: "paas/configForm/review",
  envelope: "data",
  title: {
    zh: "预览配置表单，并检查其字段",
    en: "Preview a configuration form that has not been saved, and check its fields",
  },
  access: administrator,
  safe: true,
  limit: { max: 240, windowSeconds: 60 },
  input: z.strictObject({
    definition: z.string().max(maxDraftCharacters * 2),
    secretKeys: z.array(z.string().max(100)).max(100),
  }),
  /** `form`: without fields that are wrong; null when nothing can be shown. */
  output: z.strictObject({ problems: z.record(z.string(), z.string()), form: formOutput.nullable() }),
  run: ({ definition, secretKeys }, context) =>
    context.services.database.tenant(context.principal.tenantId, async (tx) => {
      const { locale, principal } = context;
      const problems = await formProblems(tx, context, { definition, secretKeys });
      const entity = await formEntity(tx, context, definition);
      return {
        problems: Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, text[locale]])),
        form: entity === undefined ? null : { ...toForm(entity, principal, locale, null), titles: {}, addable: [] },
      };
    }),
});

export default reviewForm;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/configForm/review": typeof reviewForm;
  }
}
