import type { FieldConfig } from "#kit/field.ts";
import type { Locale } from "#kit/text.ts";
import { type OptionSources, withOptions } from "#records/registry/enums.server.ts";
import type { StoredDefinition } from "#records/registry/stored-definition.server.ts";
import { type ConvertValue, converterOf } from "./convert-value.server.ts";
import type { ValueColumn } from "./field-values.server.ts";
import type { SpaceDefinition } from "./space-definitions.server.ts";

/**
 * The definition of the existing records, the one that replaces it, and the lists of options of both. `locale`: the language in which choices become
 * text.
 */
export type DefinitionChange = {
  current: SpaceDefinition;
  definition: StoredDefinition;
  sources: OptionSources;
  locale: Locale;
};

/** The conversion of the values of a field, which are in the column `from` before the publication. */
export type Conversion = { field: string; convert: ConvertValue; from: ValueColumn };

/** The names of the fields of both definitions, by what happens to them. */
export type FieldNames = { added: string[]; restored: string[]; removed: string[]; remaining: string[] };

/** The names of the fields of both definitions, by what happens to them. */
export function fieldNamesOf({ current, definition }: DefinitionChange): FieldNames {
  const [before, after] = [Object.keys(current.definition.fields), Object.keys(definition.fields)];
  const newNames = after.filter((name) => !before.includes(name));
  const hasValues = (name: string) => Object.hasOwn(current.removedFields, name);
  return {
    added: newNames.filter((name) => !hasValues(name)),
    restored: newNames.filter(hasValues),
    removed: before.filter((name) => !after.includes(name)),
    remaining: after.filter((name) => before.includes(name)),
  };
}

/** The conversions of the fields whose stored values are of another kind than the new definition says. */
export function conversionsOf(
  { current, definition, sources, locale }: DefinitionChange,
  names: FieldNames,
): Conversion[] {
  const conversion = (field: string, config: FieldConfig, from: ValueColumn): Conversion[] => {
    const convert = converterOf(
      withOptions(config, sources),
      withOptions(definition.fields[field] as FieldConfig, sources),
      locale,
    );
    return convert === undefined ? [] : [{ field, convert, from }];
  };
  return [
    ...names.remaining.flatMap((name) => conversion(name, current.definition.fields[name] as FieldConfig, "data")),
    ...names.restored.flatMap((name) => conversion(name, current.removedFields[name]!.config, "removed_data")),
  ];
}
