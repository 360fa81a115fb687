import autoConfig from "#entities/autoConfig.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { readConfigurationForm } from "#records/definitions/configuration-form.server.ts";
import { valueProblems } from "../config-form.server.ts";
import { separateSecrets, textsIn } from "../secrets.server.ts";

const invalidText = { zh: "配置内容有误，请检查标出的字段", en: "Check the marked fields of the configuration" };

/** Keeps the secrets of a configuration apart from its value, and checks the value against the form of its type. */
export default defineHook({
  entity: autoConfig,
  async prepare({ tx, context, values, row, pepper }) {
    const type = values.configType ?? row?.configType;
    const isValueSent = ["value", "configType", "secretKeys"].some((name) => Object.hasOwn(values, name));
    const form =
      typeof type === "string" && isValueSent
        ? await readConfigurationForm(tx, context.principal.tenantId, type)
        : undefined;
    if (form === undefined) return separateSecrets(pepper, values, row);
    // The secret keys of the form are those of the row, too: whoever reads the row needs no form.
    const listed = textsIn(Object.hasOwn(values, "secretKeys") ? values.secretKeys : row?.secretKeys);
    const secretKeys = [...new Set([...listed, ...form.secretKeys])];
    // What is no list is refused by the check of the row.
    const isComplete = secretKeys.length === listed.length || !Array.isArray(values.secretKeys ?? []);
    const withKeys = isComplete ? values : { ...values, secretKeys };
    const separated = separateSecrets(pepper, withKeys, row);
    const content = readJsonObject(String(separated.values?.value ?? row?.value ?? ""));
    const problems = content === undefined ? {} : await valueProblems(tx, context, form, content);
    const fields = Object.fromEntries(Object.entries(problems).map(([path, text]) => [`value.${path}`, text]));
    if (Object.keys(fields).length > 0) throw new Problem("invalid", invalidText, { fields });
    return {
      ...separated,
      values: { ...separated.values, ...(withKeys === values ? {} : { secretKeys }) },
    };
  },
});
