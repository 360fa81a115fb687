import { isEmpty, requiredMessage, type LocalizedField } from "#kit/field.ts";
import { type Locale, type LocalizedValue, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";

export const checkText = { zh: "请检查标出的内容", en: "Check the highlighted fields" };

/** A value as it is compared and sent: blank text is nothing, and so is a localized value with no language filled in. */
export function trimmed(field: LocalizedField, value: unknown): unknown {
  if (field.localized !== true || typeof value !== "object" || value === null) return isEmpty(value) ? null : value;
  const filled = Object.entries(value as LocalizedValue<unknown>).filter(([, item]) => !isEmpty(item));
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

/** What is wrong with one value of a field that is shown, in the reader's language. The server checks the same again. */
export function problemOf(field: LocalizedField, value: unknown, locale: Locale): string | undefined {
  const trimmedValue = trimmed(field, value);
  if (trimmedValue === null)
    return field.required === true ? requiredMessage({ zh: field.name, en: field.name })[locale] : undefined;
  const type = fieldTypeOf(field);
  const check = type.check(field);
  const parts =
    field.localized === true
      ? locales.map((language) => (trimmedValue as LocalizedValue<unknown>)[language])
      : [trimmedValue];
  const wrong = parts.find((part) => !isEmpty(part) && !check.safeParse(type.normalize?.(part) ?? part).success);
  return wrong === undefined ? undefined : type.message(field, type.normalize?.(wrong) ?? wrong)[locale];
}
