import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { groupsIn } from "#kit/auto.ts";
import { inLocale } from "#kit/text.ts";
import { fieldOutput } from "#records/describe/auto-output.server.ts";
import { toForm } from "#records/describe/describe.server.ts";
import { formEntity, readConfigurationForm } from "#records/definitions/configuration-form.server.ts";
import { configurationTypeInput } from "../read-configurations.server.ts";

const configurationForm = defineCall({
  method: "GET",
  path: "paas/autoConfig/form",
  envelope: "data",
  title: {
    zh: "获取某类型配置的表单字段",
    en: "Get the fields of the form for a type of configuration; null when it has none",
  },
  access: rowAccess("read", "autoConfig"),
  limit: { max: 240, windowSeconds: 60 },
  input: z.strictObject({ type: configurationTypeInput }),
  output: z
    .strictObject({
      name: z.string(),
      fields: z.array(z.strictObject({ field: z.string(), config: fieldOutput })),
      secretKeys: z.array(z.string()),
    })
    .nullable(),
  run: ({ type }, context) =>
    context.services.database.tenant(context.principal.tenantId, async (tx) => {
      const { principal, locale } = context;
      const form = await readConfigurationForm(tx, principal.tenantId, type);
      const entity = form && (await formEntity(tx, context, form.definition));
      if (form === undefined || entity === undefined) return null;
      const system = { kind: "system", tenantId: principal.tenantId } as const;
      const columns = groupsIn(toForm(entity, system, locale, null)).flatMap(({ items }) => items);
      return {
        name: inLocale(form.name, locale) ?? type,
        fields: columns.map(({ field, config }) => ({ field, config })),
        secretKeys: form.secretKeys,
      };
    }),
});

export default configurationForm;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/autoConfig/form": typeof configurationForm;
  }
}
