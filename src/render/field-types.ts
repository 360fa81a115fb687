import type { ComponentType } from "react";
import type {
  EditProps,
  FieldConfig,
  FieldDefinition,
  FieldType,
  LocalizedField,
  Storage,
  TextReaders,
} from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import type { Schemas } from "#kit/schemas.ts";
import type { Locale, Text } from "#kit/text.ts";
import { type Loadable, loadable } from "#ui/loadable.ts";
import { substituteType } from "./unknown-type.tsx";

type ShowProps = { value: unknown; field: LocalizedField; locale: Locale; isWhole?: boolean };
export type AnyEditProps = Omit<EditProps<FieldType>, "value" | "field" | "onChange"> & {
  value: unknown;
  field: LocalizedField;
  onChange: (value: unknown) => void;
};

/** A field type as the form and table engines use it: they are generic, so values and options are `unknown`. */
export type AnyFieldType = Pick<
  FieldDefinition,
  "boundAs" | "describe" | "grantsIn" | "inlineText" | "isContent" | "isWide" | "mayHaveSecrets" | "writtenAs"
> & {
  type: string;
  storage: Storage;
  check: (
    field: LocalizedField,
    schemas: Schemas,
    row?: Readonly<Record<string, unknown>>,
  ) => { safeParse: (value: unknown) => { success: boolean } };
  dependsOn?: (field: LocalizedField) => readonly string[];
  normalize?: (value: unknown) => unknown;
  sent?: (value: unknown, field: LocalizedField) => unknown;
  message: (field: LocalizedField, value?: unknown) => Text;
  /** Works on field definitions and on localized fields. */
  addressesIn?: (value: never) => readonly string[];
  subFields?: <F extends FieldConfig | LocalizedField>(field: F) => Readonly<Record<string, F>>;
  toText?: (value: unknown) => string;
  fromText?: (text: string) => unknown;
  withText?: (value: unknown, text: string, readers: TextReaders) => unknown;
  whenEmpty?: unknown;
  isGroup?: true;
  isChoice?: true;
  isHidden?: true;
  Show: ComponentType<ShowProps>;
  Edit?: ComponentType<AnyEditProps>;
};

/** Texts, and rows of them: the types that are always there. */
const textDefinitions = import.meta.glob<FieldDefinition>("../fields/{textbox,textarea,table}.tsx", {
  eager: true,
  import: "default",
});
/** All other types: each is loaded with the first form or list that uses it. Lists and forms bring the usual ones (`usual-field-types.ts`). */
const lazyImports = import.meta.glob<FieldDefinition>(
  ["../fields/*.tsx", "!../fields/{textbox,textarea,table}.tsx", "../fields/lazy-fields/*.tsx"],
  { import: "default" },
);

const types = new Map<string, AnyFieldType>();
const lazyTypes: ReadonlyMap<string, Loadable<AnyFieldType>> = new Map(
  Object.entries(lazyImports).map(([file, load]) => [
    file.replace(/^.*\/|\.tsx$/g, ""),
    loadable(async () => (await load()) as unknown as AnyFieldType),
  ]),
);

/** Adds types that are there from now on. */
export function addFieldTypes(definitions: readonly FieldDefinition[]): void {
  for (const definition of definitions) types.set(definition.type, definition as unknown as AnyFieldType);
}

addFieldTypes(Object.values(textDefinitions));

/** The type of a field; a substitute for an unknown type, and for a lazy type that is not loaded yet (see `FieldTypesBoundary`). */
export function fieldTypeOf(field: { type: string }): AnyFieldType {
  const name = fieldTypeName(field.type);
  return types.get(name) ?? lazyTypes.get(name)?.get() ?? substituteType(field.type, lazyTypes.has(name));
}

/** The lazy types of these fields and their sub-fields that are not loaded yet. */
export function typesToLoad(fields: readonly (FieldConfig | LocalizedField)[]): Loadable<AnyFieldType>[] {
  return fields.flatMap((field) => {
    const name = fieldTypeName(field.type);
    const type = types.has(name) ? undefined : lazyTypes.get(name);
    if (type !== undefined && type.get() === undefined) return [type];
    return typesToLoad(Object.values(fieldTypeOf(field).subFields?.(field) ?? {}));
  });
}

/** The same object for every field without dependencies, to avoid re-renders. */
export const noDependencies: Readonly<Record<string, unknown>> = {};

/** The values of the other fields that a control depends on; a stable object when it depends on none, to avoid re-renders. */
export function dependenciesIn(
  field: LocalizedField,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names =
    fieldTypeOf(field)
      .dependsOn?.(field)
      .filter((name) => Object.hasOwn(row, name)) ?? [];
  return names.length === 0 ? noDependencies : Object.fromEntries(names.map((name) => [name, row[name]]));
}
