import type { AutoColumn } from "#kit/auto.ts";
import { checkField } from "#kit/check-fields.ts";
import { computedValues } from "#kit/computed.ts";
import { parseCondition } from "#kit/condition.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { noProblems, type Problems } from "#kit/problem-path.ts";
import { type Locale, type LocalizedValue } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import type { Compute, FormField } from "./form-store.ts";

export const checkText = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** The value to compare and send: null for blank text and for a localized value without any language. */
export function trimValue(field: LocalizedField, value: unknown): unknown {
  if (field.localized !== true || typeof value !== "object" || value === null) return isEmpty(value) ? null : value;
  const filled = Object.entries(value as LocalizedValue<unknown>).filter(([, item]) => !isEmpty(item));
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

/** A copy with normalized values, as the server stores them. */
function spellValue(field: LocalizedField, value: unknown): unknown {
  const { normalize } = fieldTypeOf(field);
  const trimmedValue = trimValue(field, value);
  return typeof trimmedValue === "string" ? (normalize?.(trimmedValue) ?? trimmedValue) : trimmedValue;
}

/** The problems of a field's value in a form, in the reader's language. The server checks the same. */
export function problemsOf(
  field: LocalizedField,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  { locale, isTouched = true }: { locale: Locale; isTouched?: boolean },
): Problems {
  const check = { typeOf: fieldTypeOf, isTouched };
  const problems = Object.entries(checkField<LocalizedField>(field, spellValue(field, value), row, check));
  return problems.length === 0 ? noProblems : Object.fromEntries(problems.map(([path, text]) => [path, text[locale]]));
}

/** A field of an entity, as the form engine knows fields. */
export function toFormField({ field: name, readOnly, config }: AutoColumn): FormField {
  const isComputed = config.compute !== undefined;
  return {
    name,
    isReadOnly: readOnly || isComputed,
    isComputed,
    isSecret: fieldTypeOf(config).storage === "none",
    condition: config.if === undefined ? undefined : parseCondition(config.if),
    siblings: fieldTypeOf(config).siblings?.(config) ?? [],
    trim: (value) => spellValue(config, value),
    problems: (value, { values, ...context }) => problemsOf(config, value, values, context),
  };
}

/** The function that evaluates the computed fields of a form; undefined when there are none. */
export function computeOf(columns: readonly AutoColumn[]): Compute | undefined {
  const fields = Object.fromEntries(columns.map(({ field, config }) => [field, config]));
  if (columns.every(({ config }) => config.compute === undefined)) return undefined;
  return (values, changed) => computedValues(fields, values, changed);
}
