import { isEmpty, type LocalizedField } from "#kit/field.ts";
import type { LocalizedValue } from "#kit/text.ts";

/** Null for a blank text and for a localized value that is empty in all languages; otherwise the value, without the languages that are empty. */
export function nullIfEmpty(field: LocalizedField, value: unknown): unknown {
  if (field.localized !== true || typeof value !== "object" || value === null) return isEmpty(value) ? null : value;
  const filledEntries = Object.entries(value as LocalizedValue<unknown>).filter(([, item]) => !isEmpty(item));
  return filledEntries.length === 0 ? null : Object.fromEntries(filledEntries);
}
