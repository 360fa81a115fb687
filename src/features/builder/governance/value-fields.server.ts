import { isFieldShown } from "#kit/condition.ts";
import { type FieldConfig, type Fields, isEmpty } from "#kit/field.ts";
import { type Locale, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";

type Row = Readonly<Record<string, unknown>>;

/** A field with its value, wherever it stands: `path` leads to it (`menu.0.items.2.url`), `row` has the values beside it. */
export type ValueField = { name: string; field: FieldConfig; value: unknown; row: Row; fields: Fields; path: string };

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : isRow(value) ? [value] : []);

/** The shown fields of a value and of the rows in it. */
export function valueFieldsOf(fields: Fields, row: Row, prefix = ""): ValueField[] {
  return Object.entries(fields).flatMap(([name, field]): ValueField[] => {
    if (!isFieldShown(fields, name, row)) return [];
    const value = row[name];
    const path = prefix + name;
    const subFields = fieldTypeOf(field).subFields?.(field);
    const inner = subFields === undefined ? [] : rowsOf(value);
    return [
      { name, field, value, row, fields, path },
      ...inner.flatMap((item, index) => valueFieldsOf(subFields!, item, `${path}.${index}.`)),
    ];
  });
}

/** The values of a field in each language, or the one that it has. */
const partsOf = ({ field, value }: ValueField): unknown[] =>
  field.localized === true && isRow(value) ? locales.map((locale) => value[locale]) : [value];

/** The addresses of the links in a field. A value of another shape has none. */
export function addressesIn(item: ValueField): string[] {
  const { addressesIn: find } = fieldTypeOf(item.field);
  if (find === undefined) return [];
  return partsOf(item).flatMap((part) => {
    try {
      return isEmpty(part) ? [] : find(part as never).filter((address) => typeof address === "string");
    } catch {
      return [];
    }
  });
}

/** The languages in which a localized field has a value, and those in which it is empty, of the languages in which it is `shown`. */
export function languagesOf(
  { value }: ValueField,
  shown: readonly Locale[] = locales,
): { filled: Locale[]; empty: Locale[] } {
  const parts = isRow(value) ? value : {};
  const filled = locales.filter((locale) => !isEmpty(parts[locale]));
  return { filled, empty: shown.filter((locale) => !filled.includes(locale)) };
}

/** A copy of a value in which every string that is `from` is `to`. */
export function replaceText(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => replaceText(item, from, to));
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceText(item, from, to)]));
}
