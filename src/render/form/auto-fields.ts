import type { AutoColumn } from "#kit/auto.ts";
import { computedValues } from "#kit/computed.ts";
import { parseCondition } from "#kit/condition.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { normalizeValue, problemsOf } from "./check-value.ts";
import type { Compute, FormField, Values } from "./form-store.ts";

export const checkFieldsMessage = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** Converts a column of an entity to a field of the form engine. */
export function toFormField({ field: name, readOnly, config }: AutoColumn): FormField {
  const isComputed = config.compute !== undefined;
  const { storage, mayHaveSecrets = false } = fieldTypeOf(config);
  return {
    name,
    isReadOnly: readOnly || isComputed,
    isComputed,
    isSecret: storage === "none" || mayHaveSecrets,
    condition: config.if === undefined ? undefined : parseCondition(config.if),
    dependsOn: fieldTypeOf(config).dependsOn?.(config) ?? [],
    normalize: (value) => normalizeValue(config, value),
    problems: (value, { values, ...context }) => problemsOf(config, value, values, context),
  };
}

/** The values of a form as it sends them: some types have another spelling on the wire. */
export function sentValues(columns: readonly AutoColumn[], values: Values): Values {
  const sent = columns.flatMap(({ field, config }) => {
    const { [field]: value } = values;
    return typeof value === "string" ? [[field, fieldTypeOf(config).sent?.(value, config) ?? value]] : [];
  });
  return { ...values, ...Object.fromEntries(sent) };
}

/** The function that evaluates the computed fields of a form; undefined when there are none. */
export function computeOf(columns: readonly AutoColumn[]): Compute | undefined {
  const fields = Object.fromEntries(columns.map(({ field, config }) => [field, config]));
  if (columns.every(({ config }) => config.compute === undefined)) return undefined;
  return (values, changed) => computedValues(fields, values, changed);
}
