import type { AutoColumn } from "#kit/auto.ts";
import { checkField } from "#kit/check-fields.ts";
import { computedValues } from "#kit/computed.ts";
import { parseCondition } from "#kit/condition.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { noProblems, type Problems } from "#kit/problem-path.ts";
import { type Locale, type LocalizedValue } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import type { Compute, FormField, Values } from "./form-store.ts";

export const checkFieldsMessage = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** Null for a blank text and for a localized value that is empty in all languages; otherwise the value, without the languages that are empty. */
export function nullIfEmpty(field: LocalizedField, value: unknown): unknown {
  if (field.localized !== true || typeof value !== "object" || value === null) return isEmpty(value) ? null : value;
  const filledEntries = Object.entries(value as LocalizedValue<unknown>).filter(([, item]) => !isEmpty(item));
  return filledEntries.length === 0 ? null : Object.fromEntries(filledEntries);
}

/** The value as the server stores it: null if it is empty, a text in the normal form of its type. */
function normalizeValue(field: LocalizedField, value: unknown): unknown {
  const { normalize } = fieldTypeOf(field);
  const filledValue = nullIfEmpty(field, value);
  return typeof filledValue === "string" ? (normalize?.(filledValue) ?? filledValue) : filledValue;
}

/** The problems of a field's value in a form, in the reader's language. The server applies the same checks. */
export function problemsOf(
  field: LocalizedField,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  { locale, isTouched = true }: { locale: Locale; isTouched?: boolean },
): Problems {
  const options = { typeOf: fieldTypeOf, isTouched };
  const problems = Object.entries(checkField<LocalizedField>(field, normalizeValue(field, value), row, options));
  return problems.length === 0 ? noProblems : Object.fromEntries(problems.map(([path, text]) => [path, text[locale]]));
}

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
