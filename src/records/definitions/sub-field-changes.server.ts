import type { FieldConfig, Fields } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { isSame } from "#kit/same.ts";
import { subFieldsIn, withOptions } from "#records/registry/enums.server.ts";
import { changeParts, type ConvertValue, converterOf } from "./convert-value.server.ts";
import type { DefinitionChange, FieldNames } from "./definition-change.server.ts";
import type { ValueColumn } from "./field-values.server.ts";

type Part = Readonly<Record<string, unknown>>;

/** A field in a field of rows, or in a group, of an entity whose definition changes. */
export type SubField = {
  /** The field that it is in, and its own name. */
  field: string;
  name: string;
  /** The name of its removed values: that of its field and its own, which no field has because of the point. */
  key: string;
  /** Where the values of its field are before the publication. */
  from: ValueColumn;
};

/** What becomes of the fields in a field that stays rows or a group. */
export type SubFieldChanges = {
  added: SubField[];
  restored: (SubField & { config: FieldConfig })[];
  removed: SubField[];
  remaining: SubField[];
};

/** The name of the removed values of a field in another one. */
const keyOf = (field: string, name: string) => `${field}.${name}`;

/** The fields of a field that stays of its type: before and after the change, with their options. */
function fieldsOfBoth({ current, definition, sources }: DefinitionChange, field: string, from: ValueColumn) {
  const before = from === "data" ? current.definition.fields[field]! : current.removedFields[field]!.config;
  const after = definition.fields[field]!;
  if (fieldTypeName(before.type) !== fieldTypeName(after.type)) return undefined;
  const fieldsIn = (config: object) => subFieldsIn(withOptions(config, sources)) as Fields;
  return { before: fieldsIn(before), after: fieldsIn(after) };
}

/** The places of the fields in other fields that both definitions have. */
const placesOf = ({ remaining, restored }: FieldNames): { field: string; from: ValueColumn }[] => [
  ...remaining.map((field) => ({ field, from: "data" as const })),
  ...restored.map((field) => ({ field, from: "removed_data" as const })),
];

/** The fields in fields of both definitions, by what happens to them. */
export function subFieldChanges(change: DefinitionChange, names: FieldNames): SubFieldChanges {
  const { removedFields } = change.current;
  const changes: SubFieldChanges = { added: [], restored: [], removed: [], remaining: [] };
  for (const { field, from } of placesOf(names)) {
    const both = fieldsOfBoth(change, field, from);
    if (both === undefined) continue;
    const subField = (name: string): SubField => ({ field, name, key: keyOf(field, name), from });
    for (const name of Object.keys(both.after)) {
      const removed = removedFields[keyOf(field, name)];
      if (Object.hasOwn(both.before, name)) changes.remaining.push(subField(name));
      else if (removed === undefined) changes.added.push(subField(name));
      else changes.restored.push({ ...subField(name), config: removed.config });
    }
    changes.removed.push(
      ...Object.keys(both.before)
        .filter((name) => !Object.hasOwn(both.after, name))
        .map(subField),
    );
  }
  return changes;
}

/** The configuration of a field in another one, before and after the change; undefined where it is not there. */
export function configsOf({ current, definition }: DefinitionChange, { field, name, from }: SubField) {
  const outer = from === "data" ? current.definition.fields[field] : current.removedFields[field]?.config;
  const configIn = (config: object | undefined) => subFieldsIn(config ?? {})[name] as FieldConfig | undefined;
  return { before: configIn(outer), after: configIn(definition.fields[field]) };
}

/** The conversion of the values of a field in another one, `to` its new configuration, in the whole value; undefined when they need none. */
export function subFieldConverter(
  { name }: SubField,
  { from, to }: { from: FieldConfig; to: FieldConfig },
  { sources, locale }: DefinitionChange,
): ConvertValue | undefined {
  const convert = converterOf(withOptions(from, sources), withOptions(to, sources), locale);
  if (convert === undefined) return undefined;
  return (value) =>
    changeParts(value, (part) => {
      if (part[name] === undefined || part[name] === null) return part;
      const converted = convert(part[name]);
      return converted === undefined ? undefined : { ...part, [name]: converted };
    });
}

/** Whether a row is the one that was kept: it has the same values in these fields, apart from those that were empty. */
const isSamePart = (kept: Part, current: Part, names: readonly string[]): boolean =>
  names.every((name) => kept[name] === undefined || kept[name] === null || isSame(kept[name], current[name]));

/**
 * A value with the kept values of one of its fields. `kept`: the value as it was when the field was removed. `others`: the other fields. A row gets its
 * value back if the others have not changed since; a group has it back in any case.
 */
function withKeptValues(value: unknown, kept: unknown, name: string, others: readonly string[]): unknown {
  if (!Array.isArray(value) || !Array.isArray(kept)) {
    const keptPart = (Array.isArray(kept) ? {} : kept) as Part;
    return Array.isArray(value) || keptPart[name] === undefined
      ? value
      : { ...(value as Part), [name]: keptPart[name] };
  }
  const left = new Map((kept as Part[]).map((part, index) => [index, part]));
  const takeFor = (row: Part, index: number): Part | undefined => {
    // Rows are in their places unless they were moved.
    const candidates = [index, ...left.keys()].filter((at) => left.has(at));
    const found = candidates.find((at) => isSamePart(left.get(at)!, row, others));
    if (found === undefined) return undefined;
    const part = left.get(found);
    left.delete(found);
    return part;
  };
  return (value as Part[]).map((row, index) => {
    const part = takeFor(row, index);
    return part?.[name] === undefined ? row : { ...row, [name]: part[name] };
  });
}

/** What puts the kept values of a field in another one back, as its new definition has them. */
export function restorer(change: DefinitionChange, subField: SubField & { config: FieldConfig }) {
  const { field, name, config } = subField;
  const fields = subFieldsIn(change.definition.fields[field]!);
  const others = Object.keys(fields).filter((other) => other !== name);
  const convert = subFieldConverter(subField, { from: config, to: fields[name] as FieldConfig }, change);
  return (value: unknown, kept: unknown): unknown => {
    const converted = convert === undefined ? kept : convert(kept);
    if (converted === undefined) throw new Error(`a value of ${subField.key} cannot be converted`);
    return withKeptValues(value, converted, name, others);
  };
}
