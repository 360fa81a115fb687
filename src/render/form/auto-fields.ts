import type { AutoColumn } from "#kit/auto.ts";
import { checkField } from "#kit/check-fields.ts";
import { holds, parseCondition } from "#kit/condition.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { noProblems, type Problems } from "#kit/problem-path.ts";
import { type Locale, type LocalizedValue } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import type { FormField } from "./form-store.ts";

export const checkText = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** The value to compare and send: null for blank text and for a localized value without any language. */
export function trimmed(field: LocalizedField, value: unknown): unknown {
  if (field.localized !== true || typeof value !== "object" || value === null) return isEmpty(value) ? null : value;
  const filled = Object.entries(value as LocalizedValue<unknown>).filter(([, item]) => !isEmpty(item));
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

/** The problems of a field's value in a form, in the reader's language. The server checks the same. */
export function problemsOf(
  field: LocalizedField,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): Problems {
  const { normalize } = fieldTypeOf(field);
  const trimmedValue = trimmed(field, value);
  const spelledValue = typeof trimmedValue === "string" ? (normalize?.(trimmedValue) ?? trimmedValue) : trimmedValue;
  const found = Object.entries(checkField<LocalizedField>(field, spelledValue, row, { typeOf: fieldTypeOf }));
  return found.length === 0 ? noProblems : Object.fromEntries(found.map(([path, text]) => [path, text[locale]]));
}

/** A field of an entity, as the form engine knows fields. */
export function toFormField({ field: name, readOnly, config }: AutoColumn): FormField {
  const rule = config.if;
  const follows = rule === undefined ? undefined : parseCondition(rule)?.field;
  return {
    name,
    isReadOnly: readOnly,
    trim: (value) => trimmed(config, value),
    problems: (value, { values, locale }) => problemsOf(config, value, values, locale),
    ...(follows === undefined ? {} : { follows, isShown: (values) => holds(rule, { [follows]: values[follows] }) }),
  };
}
