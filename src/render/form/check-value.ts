import { checkField } from "#kit/check-fields.ts";
import type { LocalizedField } from "#kit/field.ts";
import { noProblems, type Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { nullIfEmpty } from "./empty-value.ts";

/** The value as the server stores it: null if it is empty, a text in the normal form of its type. */
export function normalizeValue(field: LocalizedField, value: unknown): unknown {
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
