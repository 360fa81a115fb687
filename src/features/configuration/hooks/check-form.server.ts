import configForm from "#entities/configForm.ts";
import { Problem } from "#kit/problem.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { readConfigurationForm } from "#records/definitions/configuration-form.server.ts";
import { formProblems } from "../config-form.server.ts";
import { textsIn } from "../secrets.server.ts";

const texts = {
  invalid: { zh: "表单的字段有误，请检查标出的字段", en: "Check the marked fields of the form" },
  taken: { zh: "此类型已有表单", en: "This type has a form already" },
};

/** Checks the fields of a configuration form that is about to be saved. */
export default defineHook({
  entity: configForm,
  async prepare({ tx, context, values, row }) {
    const { configType, definition } = { ...row, ...values };
    const other =
      typeof configType === "string"
        ? await readConfigurationForm(tx, context.principal.tenantId, configType)
        : undefined;
    if (other !== undefined && other.id !== row?.id)
      throw new Problem("invalid", texts.taken, { fields: { configType: texts.taken } });
    if (typeof definition !== "string") return {};
    const secretKeys = textsIn(values.secretKeys ?? row?.secretKeys);
    const problems = await formProblems(tx, context, { definition, secretKeys });
    const fields = Object.fromEntries(Object.entries(problems).map(([path, text]) => [`definition.${path}`, text]));
    if (Object.keys(fields).length > 0) throw new Problem("invalid", texts.invalid, { fields });
    return {};
  },
});
