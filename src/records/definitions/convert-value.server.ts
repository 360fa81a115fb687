import { checkFields } from "#kit/check-fields.ts";
import { type FieldConfig, type Fields, isEmpty } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { type Locale, locales } from "#kit/text.ts";
import { differs } from "#records/change/patch.server.ts";
import { cellOf } from "#records/describe/cells.server.ts";
import { readCell } from "#records/describe/read-cells.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";

/** Converts a value of a field to the field's new type; undefined when it cannot, or when something of the value would be lost. */
export type ConvertValue = (value: unknown) => unknown;

const identity = (time: number) => time;
const noTitles = { titles: {}, toLocalTime: identity };
const noRows = { idOf: () => undefined, fromLocalTime: identity };

/**
 * Whether values can stay as they are when the field changes: same type, languages and related entity. Limits and texts do not matter, and neither does
 * how a relation is edited.
 */
function isSameKind(one: FieldConfig, other: FieldConfig): boolean {
  const relatedTo = (field: FieldConfig) => fieldTypeOf(field).references?.(field)?.entity;
  const isSameType =
    relatedTo(one) === undefined
      ? fieldTypeName(one.type) === fieldTypeName(other.type)
      : fieldTypeOf(one).storage === fieldTypeOf(other).storage;
  return isSameType && (one.localized === true) === (other.localized === true) && relatedTo(one) === relatedTo(other);
}

const isValid = (field: FieldConfig, value: unknown): boolean =>
  Object.keys(checkFields({ value: field }, { value }, { value }, { typeOf: fieldTypeOf })).length === 0;

/** Converts by way of the text that a spreadsheet has for the value. */
function throughText(value: unknown, from: FieldConfig, to: FieldConfig, locale: Locale): unknown {
  const cell = cellOf(value, from, { ...noTitles, locale });
  const parsed = readCell(cell, to, { ...noRows, locale });
  return "fault" in parsed ? undefined : parsed.value;
}

/** Converts values in one language. Types with a proof accept no value that was not proved, and related rows are not found by their titles. */
function singleConverter(from: FieldConfig, to: FieldConfig, locale: Locale): ConvertValue {
  const [fromType, toType] = [fieldTypeOf(from), fieldTypeOf(to)];
  const isRelation = (type: typeof fromType, field: FieldConfig) => type.references?.(field) !== undefined;
  if (toType.proof !== undefined || isRelation(fromType, from) || isRelation(toType, to)) return () => undefined;
  const hasSameValues =
    fromType.storage === toType.storage && (fromType.choices === undefined) === (toType.choices === undefined);
  return (value) => {
    if (hasSameValues && isValid(to, value)) return value;
    const converted = throughText(value, from, to, locale);
    if (isEmpty(converted) || !isValid(to, converted)) return undefined;
    return differs(throughText(converted, to, from, locale), value) ? undefined : converted;
  };
}

const withoutLanguages = ({ localized: _localized, ...field }: FieldConfig): FieldConfig => field as FieldConfig;

const subFieldsOf = (field: FieldConfig): Fields | undefined => fieldTypeOf(field).subFields?.(field);
type Part = Readonly<Record<string, unknown>>;

/** Applies a change to the value of a group, or to each row of a value; undefined when it cannot be applied to one of them. */
export function changeParts(value: unknown, change: (part: Part) => Part | undefined): unknown {
  if (!Array.isArray(value)) return change(value as Part);
  const changed = (value as Part[]).map(change);
  return changed.includes(undefined) ? undefined : changed;
}

/** The conversion of values whose fields change; undefined when they need none. Values of fields that are gone are left out. */
function partsConverter(from: Fields, to: Fields, locale: Locale): ConvertValue | undefined {
  const remaining = Object.keys(from).filter((name) => Object.hasOwn(to, name));
  const converters = new Map(
    remaining.flatMap((name) => {
      const convert = converterOf(from[name]!, to[name]!, locale);
      return convert === undefined ? [] : [[name, convert] as const];
    }),
  );
  if (converters.size === 0 && remaining.length === Object.keys(from).length) return undefined;
  return (value) =>
    changeParts(value, (part) => {
      const entries = Object.entries(part).filter(([name]) => Object.hasOwn(to, name));
      const converted = entries.map(([name, one]): [string, unknown] => {
        const convert = converters.get(name);
        return [name, convert === undefined || isEmpty(one) ? one : convert(one)];
      });
      return converted.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(converted);
    });
}

/**
 * The conversion of a field's values when its definition changes; undefined when they need none. `locale`: the language of the names of choices that
 * become text.
 */
export function converterOf(from: FieldConfig, to: FieldConfig, locale: Locale): ConvertValue | undefined {
  if (isSameKind(from, to)) {
    const [before, after] = [subFieldsOf(from), subFieldsOf(to)];
    return before && after && partsConverter(before, after, locale);
  }
  const convert = singleConverter(withoutLanguages(from), withoutLanguages(to), locale);
  if (from.localized !== true && to.localized !== true) return convert;
  if (from.localized !== true)
    return (value) => {
      const converted = convert(value);
      return converted === undefined ? undefined : Object.fromEntries(locales.map((language) => [language, converted]));
    };
  return (value) => {
    const parts = Object.entries(value as object).filter(([, part]) => !isEmpty(part));
    const converted = parts.map(([language, part]) => [language, convert(part)] as const);
    if (converted.some(([, part]) => part === undefined)) return undefined;
    if (to.localized === true) return Object.fromEntries(converted);
    const [first, ...others] = converted.map(([, part]) => part);
    return others.some((part) => differs(part, first)) ? undefined : first;
  };
}
